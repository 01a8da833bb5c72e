import type { ImportKind } from '#db/schema/ingestion.ts';
import { formatCount } from '#platform/format.ts';

interface EndFacts {
  id: string;
  kind: ImportKind;
  status: string;
  folderName: string | null;
  reason: string | null;
  done: number;
  failed: number;
}

export function endNotice({ id, kind, status, folderName, reason, done, failed }: EndFacts) {
  const name = folderName || 'Google Drive';
  const arrived = `${formatCount(done)} ${done === 1 ? 'arquivo importado' : 'arquivos importados'}`;
  const say = (type: 'import-finished' | 'import-failed', title: string, body: string) => ({
    type,
    title,
    body: `${name}: ${body}`,
    link: kind === 'drafts' && status === 'done' ? '/admin/rascunhos' : `/admin/importacoes/${id}`,
  });
  if (status === 'waiting') return say('import-failed', 'Importação aguardando o Google Drive', reason ?? '');
  const failures = `${formatCount(failed)} com falha.`;
  if (status !== 'done') return say('import-failed', 'Importação falhou', reason ?? failures);
  if (failed > 0) return say('import-failed', 'Importação concluída com falhas', `${arrived}, ${failures}`);
  return say('import-finished', 'Importação concluída', reason ?? `${arrived}.`);
}
