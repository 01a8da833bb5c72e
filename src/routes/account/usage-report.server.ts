import type { User } from '#features/accounts/model.ts';
import {
  type HistoryFilter,
  type HistoryLine,
  listHistory,
} from '#features/downloads/history-queries.server.ts';
import { downloadWays } from '#features/downloads/model.ts';
import { certificateUrl, issuerOf } from '#features/licences/model.ts';
import { projectTracks } from '#features/projects/queries.server.ts';
import type { CsvCell } from '#platform/csv.ts';
import { formatDateTime, formatTime } from '#platform/format.ts';
import { readWhole } from '#platform/list.ts';
import type { App } from '#routes/app.server.ts';

export const reportHead = [
  'Data e hora',
  'Faixa',
  'Pacote',
  'Autores',
  'Editora',
  'ISRC',
  'ISWC',
  'Duração',
  'Como',
  'Versão da licença',
  'Certificado',
];

/** The rows of the usage report, in parts, newest first. */
export async function* reportRows(app: App, user: User, filter: HistoryFilter): AsyncGenerator<CsvCell[][]> {
  const project = filter.projeto ? await projectTracks(app.db, user, filter.projeto) : null;
  const trackIds = project ? project.tracks.map(({ id }) => id) : null;
  const whole = readWhole((place) =>
    listHistory(app.db, user, { ...filter, depois: undefined, antes: undefined, ...place }, trackIds),
  );
  for await (const part of whole) yield part.lines.map((line) => rowOf(app, line));
}

const rowOf = (app: App, line: HistoryLine): CsvCell[] => [
  formatDateTime(line.createdAt),
  line.trackName,
  line.packageTitle,
  line.authors ?? '',
  line.publisher ?? '',
  line.isrc ?? '',
  line.iswc ?? '',
  line.durationMs === null ? '' : formatTime(line.durationMs / 1000),
  downloadWays[line.kind],
  line.licenseVersion,
  line.licenceId ? certificateUrl(issuerOf(app.settings), line.licenceId) : '',
];
