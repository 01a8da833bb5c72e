CREATE INDEX "track_documents_sound" ON "track_documents" USING btree (sound_class("duration_ms", "tempo_bpm", "loudness_lufs", "voice"));
--> statement-breakpoint
-- Always true, and dear: a condition with it is answered by an index, wherever one narrows the rows. The planner knows
-- frequent words only; of a rare one it expects so many documents that it looks through all of them for the first.
CREATE FUNCTION by_index(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 100000
AS $fn$ BEGIN RETURN true; END $fn$;
