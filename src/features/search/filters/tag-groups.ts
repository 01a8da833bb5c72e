/** What a tag tells of a sound. Administrators say which tags tell it; the others stay under 'Outras'. */
export const tagGroups = { genero: 'Gênero', clima: 'Clima', uso: 'Uso' } as const;
export type TagGroup = keyof typeof tagGroups;
export const tagGroupNames = Object.keys(tagGroups).filter((name) => name in tagGroups) as TagGroup[];

export type TagsByGroup = Record<TagGroup, string[]>;

interface Grouped<Tag> {
  name: TagGroup | 'outras';
  label: string;
  tags: Tag[];
}

/** The tags of a filter under their groups, in their order; without any grouped one all are plain 'Tags'. */
export function groupTags<Tag extends { tag: string; group?: TagGroup | undefined }>(
  tags: readonly Tag[],
): Grouped<Tag>[] {
  const groups: Grouped<Tag>[] = tagGroupNames.map((name) => ({
    name,
    label: tagGroups[name],
    tags: tags.filter(({ group }) => group === name),
  }));
  const others = tags.filter(({ group }) => group === undefined);
  const filled = groups.filter(({ tags }) => tags.length > 0);
  const rest = { name: 'outras', label: filled.length > 0 ? 'Outras tags' : 'Tags', tags: others } as const;
  return others.length > 0 ? [...filled, rest] : filled;
}
