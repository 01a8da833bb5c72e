import { causeOfAnswer } from '#platform/failed-call.ts';
import type { Addition, ProjectChoice } from './model.ts';

/** The answer of a call; `message` says why it failed. */
export type ProjectAnswer<T> = { ok: true; said: T } | { ok: false; status: number; message: string };

interface AddedAnswer {
  id: string;
  added: string[];
  already: number;
}

interface Choices {
  projects: ProjectChoice[];
  /** How many tracks are meant. */
  asked: number;
}

const lists = '/functions/projects';
const one = (id: string) => `${lists}/${id}`;
const tracks = (id: string) => `${one(id)}/tracks`;

async function call<T>(method: string, address: string, body?: object): Promise<ProjectAnswer<T>> {
  const sent = body
    ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), keepalive: true }
    : {};
  const answer = await fetch(address, { method, ...sent }).catch(() => null);
  const said: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  if (said) return { ok: true, said: said as T };
  return { ok: false, status: answer?.status ?? 0, message: await causeOfAnswer(answer) };
}

/** The projects that something may be added to, and which of them hold it. */
export const fetchChoices = (what: Addition): Promise<ProjectAnswer<Choices>> =>
  call(
    'GET',
    'packageId' in what ? `${lists}?package=${what.packageId}` : `${lists}?tracks=${what.trackIds.join()}`,
  );

export const sendNewProject = (title: string, what: Addition): Promise<ProjectAnswer<AddedAnswer>> =>
  call('POST', lists, { title, ...what });

export const sendAddition = (projectId: string, what: Addition): Promise<ProjectAnswer<AddedAnswer>> =>
  call('POST', tracks(projectId), what);

export const sendRemoval = (projectId: string, trackIds: string[]): Promise<ProjectAnswer<object>> =>
  call('DELETE', tracks(projectId), { trackIds });

export const sendRestoring = (projectId: string, trackId: string): Promise<ProjectAnswer<object>> =>
  call('PUT', tracks(projectId), { trackId });

export const sendArchiving = (projectId: string, isArchived: boolean): Promise<ProjectAnswer<object>> =>
  call('PUT', one(projectId), { isArchived });

export const sendDeletion = (projectId: string, isDeleted: boolean): Promise<ProjectAnswer<object>> =>
  call('PUT', one(projectId), { isDeleted });
