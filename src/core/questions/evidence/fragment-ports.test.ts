import { describe, expect, it } from 'vitest';
import { findFragmentPorts } from './fragment-ports';

const find = (text: string) =>
  findFragmentPorts([{ text }]).map(({ id, says }) => [id, says.values?.['port'], says.values?.['ports']]);

const SERVICE = '```yaml\nports:\n- name: web\n  port: 80\n  targetPort: 8080\n```\n';
const containers = (port: number): string => `\`\`\`yaml\ncontainers:\n- ports:\n  - containerPort: ${port}\n\`\`\`\n`;
const ingress = (port: number): string =>
  `\`\`\`yaml\nbackend:\n  service:\n    name: web-front\n    port: {number: ${port}} # no targetPort\n\`\`\`\n`;

describe('ports of parts of objects', () => {
  it('a targetPort that no container names', () => {
    expect(find(SERVICE + containers(8080))).toEqual([]);
    expect(find(SERVICE + containers(3036))).toEqual([['fragment-container', '8080', '3036']]);
  });
  it('an Ingress that names the container’s port', () => {
    expect(find(SERVICE + ingress(80))).toEqual([]);
    expect(find(SERVICE + ingress(8080))).toEqual([['fragment-backend', '8080', '80']]);
  });
  it('two ports that lead to one', () => {
    const two = '- name: http\n  port: 80\n  targetPort: 8080\n- name: mesh\n  port: 20000\n  targetPort: 8080\n';
    expect(find(`\`\`\`yaml\n${two}\`\`\`\n`)).toEqual([['fragment-shared', '8080', '80, 20000']]);
  });
  it('whole objects, and values that are left open, are no fragments', () => {
    expect(find(`kind: Service\n${SERVICE}${containers(3036)}`)).toEqual([]);
    expect(find(SERVICE.replace('8080', '"<PORT>"') + containers(3036))).toEqual([]);
  });
});
