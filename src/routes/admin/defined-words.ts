import { categoryFields } from '#features/catalog/category-definition.ts';
import { packageFields } from '#features/catalog/package-definition.ts';
import { sectionFields } from '#features/site/section-fields.ts';
import { auditWords } from '#platform/definition.ts';

/** The audit's names of fields, by entity, from the definitions. */
export const definedWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  package: auditWords(packageFields),
  category: auditWords(categoryFields),
  page_content: Object.assign({}, ...Object.values(sectionFields).map(auditWords)),
};
