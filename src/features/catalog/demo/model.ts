import { z } from 'zod';

/** Schema of demo/packages.json. A track is [file in demo/audio, name shown]. */
export const demoCatalogSchema = z.object({
  categories: z.array(z.object({ name: z.string(), description: z.string(), orderIndex: z.number() })),
  packages: z.array(
    z.object({
      category: z.string(),
      title: z.string(),
      description: z.string(),
      tags: z.array(z.string()),
      isFeatured: z.boolean(),
      tracks: z.array(z.tuple([z.string(), z.string()])),
    }),
  ),
});

/** The level of complete measurements: equals analysisLevels.whole of features/media, which this feature may not import. */
export const wholeAnalysis = 6;

/** Schema of demo/facts.json: measurements of each file, for machines without ffmpeg. */
export const demoFactsSchema = z.record(
  z.string(),
  z.object({
    size: z.number(),
    sha256: z.string(),
    crc32: z.number(),
    durationMs: z.number(),
    loudnessLufs: z.number().nullable(),
    truePeakDb: z.number(),
    tempoBpm: z.number().nullable(),
    peaks: z.base64(),
    timbre: z.base64(),
    cues: z.object({
      startMs: z.number(),
      endMs: z.number(),
      introMs: z.number().nullable(),
      loudFromMs: z.number(),
      loudToMs: z.number(),
      segueMs: z.number(),
    }),
  }),
);

export type DemoFacts = z.infer<typeof demoFactsSchema>;
