import './sealed';
import { QUESTIONS } from './questions';
import { serve } from './serve';

serve(QUESTIONS);
