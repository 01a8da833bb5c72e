DROP INDEX "tracks_unmeasured";--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "timbre" "bytea";--> statement-breakpoint
ALTER TABLE "track_documents" ADD COLUMN "timbre" "bytea";--> statement-breakpoint
ALTER TABLE "track_documents" ADD COLUMN "timbre_cell" smallint;--> statement-breakpoint
CREATE INDEX "track_documents_timbre" ON "track_documents" USING btree ("category_id","timbre_cell","track_id","timbre") WHERE timbre is not null;--> statement-breakpoint
CREATE INDEX "tracks_unmeasured" ON "tracks" USING btree ("id") WHERE analysis < 4;--> statement-breakpoint
-- The cell of similar sounds: for twelve facts, whether they are above the middle of real sounds (features/search/similar).
CREATE FUNCTION timbre_cell(timbre bytea) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN length(timbre) = 23 THEN (
  (get_byte(timbre, 0) > 144)::int + (get_byte(timbre, 1) > 144)::int * 2 + (get_byte(timbre, 2) > 142)::int * 4
  + (get_byte(timbre, 3) > 136)::int * 8 + (get_byte(timbre, 4) > 132)::int * 16 + (get_byte(timbre, 5) > 130)::int * 32
  + (get_byte(timbre, 7) > 113)::int * 64 + (get_byte(timbre, 10) > 117)::int * 128
  + (get_byte(timbre, 13) > 129)::int * 256 + (get_byte(timbre, 15) > 128)::int * 512
  + (get_byte(timbre, 17) > 157)::int * 1024 + (get_byte(timbre, 22) > 135)::int * 2048
)::smallint END;
--> statement-breakpoint
-- As before, with the timbre.
CREATE OR REPLACE FUNCTION index_tracks(homes text[], changed text[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan AS $fn$
BEGIN
  PERFORM 1 FROM packages WHERE id = ANY (homes) ORDER BY id FOR NO KEY UPDATE;
  IF changed IS NULL THEN
    changed := ARRAY(SELECT id FROM tracks WHERE package_id = ANY (homes));
  END IF;
  DELETE FROM track_documents d
  USING unnest(changed) AS c (id)
  WHERE d.track_id = c.id
    AND NOT EXISTS (
      SELECT FROM tracks t JOIN packages p ON p.id = t.package_id
      WHERE t.id = d.track_id AND t.storage_key IS NOT NULL AND btrim(t.name) <> ''
        AND p.is_active AND p.deleted_at IS NULL
    );
  WITH home AS MATERIALIZED (
    SELECT id, category_id, created_at, search_home(title, tags, description, category_id) AS doc
    FROM packages WHERE id = ANY (homes) AND is_active AND deleted_at IS NULL
  )
  INSERT INTO track_documents AS d
    (track_id, package_id, category_id, doc, duration_ms, tempo_bpm, loudness_lufs, timbre, timbre_cell, created_at)
  SELECT t.id, p.id, p.category_id,
    setweight(to_tsvector('pg_catalog.portuguese', search_name(t.name)), 'A') || p.doc,
    t.duration_ms, t.tempo_bpm, t.loudness_lufs, t.timbre, timbre_cell(t.timbre), p.created_at
  FROM unnest(changed) AS c (id)
  JOIN tracks t ON t.id = c.id AND t.storage_key IS NOT NULL AND btrim(t.name) <> ''
  JOIN home p ON p.id = t.package_id
  ON CONFLICT (track_id) DO UPDATE
  SET package_id = excluded.package_id, category_id = excluded.category_id, doc = excluded.doc,
    duration_ms = excluded.duration_ms, tempo_bpm = excluded.tempo_bpm, loudness_lufs = excluded.loudness_lufs,
    timbre = excluded.timbre, timbre_cell = excluded.timbre_cell
  WHERE (d.package_id, d.category_id, d.doc, d.duration_ms, d.tempo_bpm, d.loudness_lufs, d.timbre) IS DISTINCT FROM
    (excluded.package_id, excluded.category_id, excluded.doc, excluded.duration_ms, excluded.tempo_bpm,
      excluded.loudness_lufs, excluded.timbre);
END
$fn$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tracks_indexed() RETURNS trigger LANGUAGE plpgsql AS $fn$
DECLARE
  changed text[];
  homes text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id), array_agg(DISTINCT package_id) INTO changed, homes FROM new_rows;
  ELSE
    SELECT array_agg(n.id), array_agg(DISTINCT n.package_id) INTO changed, homes
    FROM old_rows o JOIN new_rows n USING (id)
    WHERE (o.package_id, o.name, o.storage_key IS NULL, o.duration_ms, o.tempo_bpm, o.loudness_lufs, o.timbre)
      IS DISTINCT FROM
      (n.package_id, n.name, n.storage_key IS NULL, n.duration_ms, n.tempo_bpm, n.loudness_lufs, n.timbre);
  END IF;
  IF changed IS NOT NULL THEN PERFORM index_tracks(homes, changed); END IF;
  RETURN NULL;
END
$fn$;
