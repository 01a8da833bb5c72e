import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import { encode } from 'uqr';
import { readDocument } from '#features/site/document.ts';
import { licenceFacts } from './licence-text.ts';
import { certificateUrl, type Issuer, type Licence, mostSummed, shortHash } from './model.ts';

const ink = '#15171c';
const soft = '#5c6270';
const accent = '#ffb020';
const line = '#d9dce3';
const danger = '#b3261e';
const edge = 48;
/** Room for the footer. */
const foot = 40;
/** Tracks listed in the PDF; the page and the JSON have all of them. */
const mostTracks = mostSummed;
/** Tracks that are drawn before other requests have a turn; so does each paragraph. */
const atOnce = 20;

/**
 * A typeface that draws equal texts as equal bytes. fontkit keeps each glyph with the letters that it was first drawn for,
 * and the PDF copies them: all glyphs of single letters are made first, usual signs before those that look the same (’ and ʼ);
 * texts are composed, and what would draw two signs as one ('->' as an arrow) is off. So a search finds what was typed.
 */
function steady(font: Font): Font {
  const usual = [0x20, 0x2000].flatMap((from) => Array.from({ length: 0x70 }, (_, at) => from + at));
  for (const letter of [...usual, ...font.characterSet]) font.glyphForCodePoint(letter);
  const layout = font.layout.bind(font);
  font.layout = (text) =>
    layout(text.normalize('NFC'), { calt: false, clig: false, liga: false, rclt: false });
  return font;
}

/** The typefaces, read once: that takes longer than drawing with them. The library loads with the first of them. */
async function readFonts(): Promise<Record<'regular' | 'bold', PDFKit.Mixins.PDFFontSource>> {
  const { create } = await import('fontkit');
  // cast: a TTF is one font, no collection; pdfkit takes it as it is, and its types know files only
  const fontAt = (address: string) => steady(create(readFileSync(fileURLToPath(address))) as Font) as never;
  return {
    regular: fontAt(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    bold: fontAt(import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')),
  };
}
let fonts: Awaited<ReturnType<typeof readFonts>> | undefined;

type Doc = PDFKit.PDFDocument;

/**
 * LICENCA.pdf: the certificate of a licence on A4 with its embedded typeface, the tracks with the beginning of their
 * hashes, the licence's text, and a QR code that leads to its page. The same licence always gives the same bytes. Takes the
 * time of many pages: the site has it drawn elsewhere (remember-pdf.server.ts).
 */
export async function licencePdf(licence: Licence, issuer: Issuer): Promise<Buffer> {
  fonts ??= await readFonts();
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: edge, left: edge, right: edge, bottom: edge + foot },
    bufferPages: true,
    lang: 'pt-BR',
    displayTitle: true,
    // cast: the types know only names
    font: fonts.regular as never,
    info: {
      Title: `Certificado de licença: ${licence.subject}`,
      Author: issuer.siteName,
      CreationDate: licence.issuedAt,
      ModDate: licence.issuedAt,
    },
  });
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((done, failed) => doc.on('end', done).on('error', failed));
  drawHead(doc, licence, issuer);
  await drawTracks(doc, licence);
  await drawText(doc, licence);
  drawFooters(doc, licence, issuer);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

const widthOf = (doc: Doc): number => doc.page.width - 2 * edge;

function drawHead(doc: Doc, licence: Licence, issuer: Issuer): void {
  drawMark(doc, issuer.siteName);
  const qrSize = 104;
  const left = widthOf(doc) - qrSize - 24;
  doc
    .font('bold')
    .fontSize(22)
    .fillColor(ink)
    .text('Certificado de licença', edge, edge + 52, { width: left });
  if (licence.withdrawn) {
    doc
      .moveDown(0.2)
      .fontSize(10)
      .fillColor(danger)
      .text(`Licença retirada: ${licence.withdrawn.reason}`, { width: left });
  }
  doc.moveDown(0.5);
  for (const fact of licenceFacts(licence)) drawFact(doc, fact, left);
  const below = doc.y;
  doc.switchToPage(0);
  const top = edge + 52;
  const url = certificateUrl(issuer, licence.id);
  const x = edge + widthOf(doc) - qrSize;
  drawQr(doc, url, x, top, qrSize);
  doc.font('regular').fontSize(7.5).fillColor(soft);
  const words = 'Confira esta licença, e se um arquivo é um destes';
  doc.text(words, x, top + qrSize + 6, { width: qrSize, align: 'center', link: url });
  const last = doc.bufferedPageRange().count - 1;
  const codeEnd = last === 0 ? doc.y : 0;
  doc.switchToPage(last);
  doc.x = edge;
  doc.y = Math.max(below, codeEnd);
}

/** A fact and its label beside it, each as high as its lines. */
function drawFact(doc: Doc, [label, value]: [string, string], width: number): void {
  const columns = [
    { font: 'regular', color: soft, text: label, x: edge, width: 110 },
    { font: 'bold', color: ink, text: value, x: edge + 116, width: width - 116 },
  ] as const;
  doc.fontSize(9);
  const heights = columns.map((each) => doc.font(each.font).heightOfString(each.text, { width: each.width }));
  const height = Math.max(...heights);
  keepTogether(doc, height);
  const { y } = doc;
  for (const each of columns)
    doc.font(each.font).fillColor(each.color).text(each.text, each.x, y, { width: each.width });
  doc.y = y + height + 3;
}

/** Begins a page where so many points do not fit on this one. */
function keepTogether(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.maxY()) doc.addPage();
}

/** The mark of ui/logo.tsx. */
function drawMark(doc: Doc, siteName: string): void {
  doc
    .save()
    .translate(edge, edge - 4)
    .scale(0.95)
    .lineWidth(4)
    .lineCap('round');
  doc.path('M5 27V17M12 27V7M19 27V13').stroke(ink).path('M28 27 24.2 5.5').stroke(accent).restore();
  doc
    .font('bold')
    .fontSize(17)
    .fillColor(ink)
    .text(siteName, edge + 38, edge + 3, { lineBreak: false });
  doc
    .moveTo(edge, edge + 36)
    .lineTo(doc.page.width - edge, edge + 36)
    .lineWidth(1)
    .stroke(line);
}

function drawQr(doc: Doc, url: string, x: number, y: number, size: number): void {
  const { data } = encode(url, { border: 2, ecc: 'M' });
  const step = size / data.length;
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      // A little larger, so that no hair of paper shows between two.
      if (isDark) doc.rect(x + column * step, y + row * step, step + 0.05, step + 0.05);
    }
  }
  doc.fill(ink);
}

function heading(doc: Doc, text: string): void {
  // With the first lines that follow it.
  keepTogether(doc, 60);
  doc
    .moveDown(1)
    .font('bold')
    .fontSize(12)
    .fillColor(ink)
    .text(text, edge, doc.y, { width: widthOf(doc) });
  doc.moveDown(0.4);
}

async function drawTracks(doc: Doc, { tracks }: Licence): Promise<void> {
  heading(doc, tracks.length === 1 ? 'Faixa licenciada' : `${tracks.length} faixas licenciadas`);
  const width = widthOf(doc);
  for (const [at, track] of tracks.slice(0, mostTracks).entries()) {
    if (at % atOnce === 0) await setImmediate();
    const text = `${at + 1}. ${track.name}${track.isWithdrawn ? ' (licença retirada)' : ''}`;
    const origin = `${track.packageTitle} · SHA-256 ${shortHash(track.sha256)}`;
    const below = doc.font('regular').fontSize(8).heightOfString(origin, { width });
    keepTogether(doc, doc.font('bold').fontSize(9).heightOfString(text, { width }) + below);
    doc.fillColor(track.isWithdrawn ? danger : ink).text(text, edge, doc.y, { width });
    doc.font('regular').fontSize(8).fillColor(soft).text(origin, edge, doc.y, { width });
    doc.y += 4;
  }
  if (tracks.length > mostTracks) {
    doc.fontSize(9).text(`E mais ${tracks.length - mostTracks}, na página do certificado.`, { width });
  }
}

async function drawText(doc: Doc, { version, text }: Licence): Promise<void> {
  heading(doc, `Texto da licença, versão ${version}`);
  const width = widthOf(doc);
  for (const block of readDocument(text)) {
    await setImmediate();
    if (block.kind === 'heading') {
      keepTogether(doc, 40);
      doc.moveDown(0.5).font('bold').fontSize(9.5).fillColor(ink);
      doc.text(block.text, edge, doc.y, { width }).moveDown(0.2);
      continue;
    }
    doc.font('regular').fontSize(8.5).fillColor(ink);
    if (block.kind === 'paragraph') doc.text(block.text, edge, doc.y, { width, lineGap: 1.5 }).moveDown(0.15);
    else for (const item of block.items) drawItem(doc, item);
  }
}

/** An item whose further lines stand under its first. */
function drawItem(doc: Doc, item: string): void {
  const options = { width: widthOf(doc) - 12, lineGap: 1.5 };
  keepTogether(doc, doc.heightOfString(item, options));
  const { y } = doc;
  doc
    .text('•', edge + 2, y, { lineBreak: false })
    .text(item, edge + 12, y, options)
    .moveDown(0.15);
}

/** On every page: the id, the address, the page's number. */
function drawFooters(doc: Doc, licence: Licence, issuer: Issuer): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // The footer stands in the margin, where text would begin a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - edge - 10;
    doc
      .moveTo(edge, y - 8)
      .lineTo(doc.page.width - edge, y - 8)
      .lineWidth(0.7)
      .stroke(line);
    doc.font('regular').fontSize(7.5).fillColor(soft);
    doc.text(certificateUrl(issuer, licence.id), edge, y, { width: widthOf(doc) - 80, lineBreak: false });
    doc.text(`${page - start + 1} de ${count}`, edge, y, {
      width: widthOf(doc),
      align: 'right',
      lineBreak: false,
    });
  }
}
