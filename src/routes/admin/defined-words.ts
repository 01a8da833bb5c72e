import { packageFields } from '#features/catalog/package-definition.ts';
import { auditWords } from '#platform/definition.ts';

/** What the audit calls the fields of each thing that has a definition, by its entity. */
export const definedWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  package: auditWords(packageFields),
};
