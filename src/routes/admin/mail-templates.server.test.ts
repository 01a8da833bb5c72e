import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mailTemplates } from './mail-templates.server.ts';

const templates = Object.entries(mailTemplates);

it('A-134: every mail of the site is among them', () => {
  const files = globSync('src/features/*/**/mails/*.tsx');
  const made = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/ = mail\(\{/g)]);
  expect(made.length).toBeGreaterThan(15);
  expect(templates).toHaveLength(made.length);
});

it.each(templates)('A-134: %s can be looked at with its example', async (_name, template) => {
  const site = { name: 'Sonoteca', url: 'https://sonoteca.test' };
  const to = { email: 'admin@sonoteca.test', name: 'Ana' };
  const { subject, html, text } = await template.render(to, template.example, site);
  expect(subject).toMatch(/ · Sonoteca$/);
  expect(html).not.toMatch(/undefined|NaN|Invalid Date|\[object/);
  expect(text.length).toBeGreaterThan(100);
  expect(template.when).toMatch(/\.$/);
});
