import { formatDateTime } from '#platform/format.ts';
import { formatDocument } from './documents.ts';
import { causes, certificateUrl, type Issuer, type Licence } from './model.ts';
import { placeOf, stationKinds } from './station-definition.ts';

/** One that is half hidden stays so. */
const writtenDocument = (document: string): string =>
  document.includes('*') ? document : formatDocument(document);

/** The facts of a licence, as page, text and PDF show them. */
export function licenceFacts(licence: Licence): [label: string, value: string][] {
  const { licensee, subject, cause, version, issuedAt, id } = licence;
  const facts: [string, string | null][] = [
    ['Licenciado para', licensee.name],
    ['CNPJ ou CPF', licensee.document && writtenDocument(licensee.document)],
    ['Tipo', licensee.kind && (stationKinds[licensee.kind] ?? licensee.kind)],
    ['Cidade', placeOf(licensee) || null],
    [causes[cause], subject],
    ['Emitida em', `${formatDateTime(issuedAt)} (horário de Brasília)`],
    ['Versão da licença', version],
    ['Código', id],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

/** LICENCA.txt: a licence as plain text that any editor opens. The same licence always gives the same text. */
export function licenceText(licence: Licence, issuer: Issuer): string {
  const lines = [
    `LICENÇA DE USO DO ÁUDIO · ${issuer.siteName}`,
    '',
    ...licenceFacts(licence).map(([label, value]) => `${label}: ${value}`),
    '',
    'Confira se ela vale, e se um arquivo é um destes:',
    certificateUrl(issuer, licence.id),
    '',
    'FAIXAS (nome, pacote e SHA-256 do arquivo entregue)',
    '',
    ...licence.tracks.flatMap(({ name, packageTitle, sha256 }, at) => [
      `${at + 1}. ${name} · ${packageTitle}`,
      `   ${sha256 ?? 'sem código'}`,
    ]),
    '',
    `TEXTO DA LICENÇA, VERSÃO ${licence.version}`,
    '',
    ...licence.text
      .split('\n')
      .map((line) => line.replace(/^## (.*)$/, (_, title: string) => title.toUpperCase())),
  ];
  return `${lines.join('\r\n')}\r\n`;
}
