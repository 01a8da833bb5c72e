import { packageFields } from '#features/catalog/package-definition.ts';
import { auditWords } from '#platform/definition.ts';

/** The audit's names of fields, by entity, from the definitions. */
export const definedWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  package: auditWords(packageFields),
};
