import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Finding } from './boundaries.ts';
import type { Source } from './sources.ts';

/** A file that may cite reasons: a source, or a document. */
export interface Text {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
}

/** Reasons that can be cited: ids of docs/spec and numbers of docs/decisions. */
export interface Reasons {
  ids: ReadonlySet<string>;
  decisions: ReadonlySet<string>;
}

/** `A-66`, `AUT-12`, `A11-04`; `notIds` lists names of standards that look alike. */
const idPattern = /\b(?:A|A11|[A-Z]{3})-\d{2,3}\b/g;
const notIds = new Set(['SHA-256', 'SHA-384', 'SHA-512', 'CRC-32']);
const decisionPattern = /\bdecisions?(?: |\/)(\d{3})\b/g;
/** Block comments and runs of line comments; `https://` begins no comment. */
const commentPattern = /\/\*[\s\S]*?\*\/|(?:(?<![:\w'"`/])\/\/.*(?:\n[ \t]*(?=\/\/))?)+/g;

/** Reads the defined reasons: first cells of the tables in docs/spec, files of docs/decisions. */
export function readReasons(root: string): Reasons {
  const spec = join(root, 'docs/spec');
  const rows = readdirSync(spec).flatMap((file) => readFileSync(join(spec, file), 'utf8').split('\n'));
  const cells = rows.flatMap((row) => /^\| ([A-Z][A-Z0-9]*-\d+) \|/.exec(row)?.[1] ?? []);
  const files = readdirSync(join(root, 'docs/decisions'));
  return { ids: new Set(cells), decisions: new Set(files.map((file) => file.slice(0, 3))) };
}

/** Finds two decision records with the same number. */
export const checkNumbers = (records: readonly string[]): Finding[] =>
  records
    .filter((record, at) => records.findIndex((other) => other.slice(0, 3) === record.slice(0, 3)) < at)
    .map((record) => `docs/decisions/${record}: its number is taken`);

/** Reads the documents that cite reasons and files: *.md at the root and in the folders below, and .env.example. */
export function readDocuments(root: string): Text[] {
  const inFolders = ['docs', 'src', 'demo', 'findings'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join(folder, path)),
  );
  const atRoot = readdirSync(root).filter((path) => path.endsWith('.md') || path === '.env.example');
  return [...inFolders, ...atRoot].map((path) => ({
    path: relative(root, join(root, path)).replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

/** Every cited id and decision must exist. */
export function checkReasons(texts: Text[], { ids, decisions }: Reasons): Finding[] {
  return texts.flatMap(({ path, text }) => {
    const named = new Set(text.match(idPattern)?.filter((id) => !notIds.has(id)));
    const numbers = new Set([...text.matchAll(decisionPattern)].map((match) => match[1] ?? ''));
    return [
      ...[...named].filter((id) => !ids.has(id)).map((id) => `${path}: ${id} is in no file of docs/spec`),
      ...[...numbers].filter((n) => !decisions.has(n)).map((n) => `${path}: there is no decision ${n}`),
    ];
  });
}

/** A comment must say more than an id. */
export function checkComments(sources: Source[]): Finding[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(commentPattern)]
      .map((match) => match[0])
      .filter((comment) => comment.match(idPattern) && !/[a-z]{2}/i.test(wordsOf(comment)))
      .map((comment) => `${path}: the comment “${comment.trim()}” is an id alone`),
  );
}

const wordsOf = (comment: string) =>
  comment.replace(idPattern, '').replace(/\b(?:and|see|rules?|decisions?|statements?|as|in|to)\b/gi, '');

/** The changelog must have an entry for the version of package.json. */
export function checkChangelog(changelog: string, version: string): Finding[] {
  const isThere = changelog.split('\n').some((line) => line.startsWith(`## ${version} `));
  return isThere ? [] : [`CHANGELOG.md: has no section for version ${version}`];
}

/** Links in documents must lead to existing files. */
export function checkLinks(root: string, documents: Text[]): Finding[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((to) => !/^[a-z]+:/.test(to) && !existsSync(join(root, dirname(path), to)))
      .map((to) => `${path}: the link to ${to} leads nowhere`),
  );
}

/** Every script of findings/ must have a row in its README. */
export const checkFindings = (files: readonly string[], readme: string): Finding[] =>
  files
    .filter((file) => file.endsWith('.sh') && !readme.includes(`(${file})`))
    .map((file) => `findings/${file}: has no row in findings/README.md`);
