import type { Admin } from '#features/accounts/model.ts';
import type { SectionName } from '#features/site/model.ts';
import { type ContentTarget, saveSection } from '#features/site/save-section.server.ts';
import { type SectionInput, sectionInputs } from '#features/site/section-fields.ts';
import { isSame } from '#platform/draft.ts';
import type { OutsideOptions } from '#platform/http/outside.server.ts';
import { issuesOf, type SaveAnswer, type SaveCall } from './model.ts';
import { getSectionsForEditor } from './queries.server.ts';
import { type PictureDeps, takePictures } from './take-pictures.server.ts';

/**
 * Saves an editor's content: validates it and refuses a conflict. Pictures given by https are first fetched
 * into our own store, outside any transaction. Equal content makes no new version, and is safe to repeat.
 */
export async function saveFromEditor(
  target: ContentTarget & PictureDeps,
  admin: Admin,
  { section, version, content }: SaveCall,
  now: Date,
  options: OutsideOptions = {},
): Promise<SaveAnswer<SectionName>> {
  const issues = issuesOf(section, content);
  if (Object.keys(issues).length > 0) return { ok: false, reason: 'invalid', issues };
  const read = async () => (await getSectionsForEditor(target.db, admin, [section]))[section];
  const stored = await read();
  if (stored.version !== version) return { ok: false, reason: 'changed-meanwhile', theirs: stored };
  const pictures = await takePictures(target, section, sectionInputs[section].parse(content), options);
  if (Object.keys(pictures.issues).length > 0)
    return { ok: false, reason: 'invalid', issues: pictures.issues };
  const input = keepWhereBlank(section, pictures.content, stored.content);
  if (isSame(input, stored.content)) return { ok: true, stored };
  const change = { section, content: input as SectionInput<SectionName>, version };
  const outcome = await saveSection(target, admin, change, now);
  return outcome.ok
    ? { ok: true, stored: await read() }
    : { ok: false, reason: 'changed-meanwhile', theirs: await read() };
}

/** Blank description and keywords change nothing (CEO-03). */
function keepWhereBlank(section: SectionName, input: object, stored: object): object {
  if (section !== 'site_settings') return input;
  const written = Object.entries(input).filter(([name, value]) => name === 'favicon' || value !== '');
  return { ...stored, ...Object.fromEntries(written) };
}
