import { causeOf } from '#platform/failed-call.ts';

/** The answer of a call; `message` says why it failed. */
export type ProjectAnswer<T> = { ok: true; said: T } | { ok: false; status: number; message: string };

const lists = '/functions/projects';
const tracks = '/functions/project-tracks';

async function call<T>(method: string, address: string, body?: object): Promise<ProjectAnswer<T>> {
  const sent = body
    ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), keepalive: true }
    : {};
  const answer = await fetch(address, { method, ...sent }).catch(() => null);
  const said: unknown = await answer?.json().catch(() => null);
  if (answer?.ok && said) return { ok: true, said: said as T };
  const status = answer?.status ?? 0;
  const told = (said as { error?: { message?: unknown } } | null)?.error?.message;
  return { ok: false, status, message: typeof told === 'string' ? told : causeOf(status) };
}

export const sendRemoval = (projectId: string, trackIds: string[]): Promise<ProjectAnswer<object>> =>
  call('DELETE', tracks, { project_id: projectId, track_ids: trackIds });

export const sendRestoring = (projectId: string, trackId: string): Promise<ProjectAnswer<object>> =>
  call('PUT', tracks, { project_id: projectId, track_id: trackId });

export const sendArchiving = (projectId: string, isArchived: boolean): Promise<ProjectAnswer<object>> =>
  call('PUT', lists, { project_id: projectId, is_archived: isArchived });

export const sendDeletion = (projectId: string, isDeleted: boolean): Promise<ProjectAnswer<object>> =>
  call('PUT', lists, { project_id: projectId, is_deleted: isDeleted });
