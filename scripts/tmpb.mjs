import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';
import { measureSheetFile } from './bench-sheet.mjs';
const b = await chromium.launch({ executablePath: findChromium() });
await measureSheetFile(b); await b.close();
