import { z } from 'zod';

const count = z.coerce.number().catch(0);
const tags = z.record(z.string(), z.string()).default({});
/** What ffprobe says of a file. */
export const probedSchema = z.object({
  streams: z
    .array(
      z.object({
        codec_type: z.string().default(''),
        codec_name: z.string().nullable().default(null),
        /** The four letters of an MP4's sound; 'drms' is encrypted. */
        codec_tag_string: z.string().default(''),
        channels: count,
        sample_rate: count,
        /** Frames that were decoded of the first packets. */
        nb_read_frames: count,
        disposition: z.object({ attached_pic: count }).partial().default({}),
        tags,
      }),
    )
    .default([]),
  chapters: z.array(z.object({ start_time: count, end_time: count, tags })).default([]),
  format: z.object({ duration: count, tags }).partial().default({}),
});
export type Probed = z.infer<typeof probedSchema>;
