import { expect, it } from 'vitest';
import type { TagFacts } from './facts.ts';
import { writeFlacHead } from './flac.ts';
import { writeId3 } from './id3.ts';
import { writeWavHead } from './wav.ts';

/** 22:30:05 on 31 December 2026 in São Paulo: the year has changed in UTC. */
const facts: TagFacts = {
  title: 'Vinheta',
  packageTitle: 'Pacote',
  categoryName: 'VINHETAS',
  siteName: 'Sonoteca',
  siteUrl: 'https://sonoteca.test',
  position: 1,
  total: 1,
  tempoBpm: null,
  loudnessLufs: -18,
  truePeakDb: -1,
  durationMs: 1000,
  station: 'Rádio',
  licenceId: 'L1',
  licenceVersion: '1',
  cutId: 'C1',
  madeAt: new Date('2027-01-01T01:30:05Z'),
  cues: null,
};

it('B03: the days in the tags of a delivery at night are days of São Paulo', () => {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(2, 2);
  format.writeUInt32LE(44_100, 4);
  format.writeUInt16LE(16, 14);
  const written = {
    id3v24: writeId3('2.4', facts),
    id3v23: writeId3('2.3', facts),
    flac: writeFlacHead({ base: Buffer.alloc(34) }, facts),
    wav: writeWavHead({ base: format }, 8, facts),
  };
  const text = (bytes: Buffer) => bytes.toString('latin1');
  expect(text(written.id3v24)).toMatch(/TDRC.{7}2026-12-31/s);
  expect(text(written.id3v23)).toMatch(/TYER.{7}2026/s);
  expect(text(written.flac)).toContain('DATE=2026-12-31');
  expect(text(written.wav)).toContain('2026-12-3122:30:05');
  expect(text(written.wav)).toContain('2026/12/3100:00:00');
  for (const bytes of Object.values(written)) expect(text(bytes)).not.toMatch(/2027/);
});
