-- The class of a sound: duration (5 steps and unknown) × tempo (3 and unknown) × loudness (3 and unknown), 0 to 95.
-- The steps are those of features/search/filters/model.ts; a test holds the two together.
CREATE FUNCTION sound_class(duration_ms integer, tempo_bpm real, loudness_lufs real) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $fn$
  SELECT 16 * CASE
      WHEN duration_ms IS NULL THEN 5
      WHEN duration_ms < 16000 THEN 0
      WHEN duration_ms < 31000 THEN 1
      WHEN duration_ms < 61000 THEN 2
      WHEN duration_ms < 181000 THEN 3
      ELSE 4
    END
    + 4 * CASE
      WHEN tempo_bpm IS NULL THEN 3
      WHEN tempo_bpm < 89.5 THEN 0
      WHEN tempo_bpm < 120.5 THEN 1
      ELSE 2
    END
    + CASE
      WHEN loudness_lufs IS NULL THEN 3
      WHEN loudness_lufs < -20 THEN 0
      WHEN loudness_lufs <= -14 THEN 1
      ELSE 2
    END
$fn$;
--> statement-breakpoint
-- As before, and with the classes of the tracks' sounds.
CREATE OR REPLACE FUNCTION summarize_packages(ids text[]) RETURNS void LANGUAGE plpgsql AS $fn$
BEGIN
  PERFORM 1 FROM packages WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE packages p
  SET track_count = s.amount, total_size = s.bytes, tracks_fold = s.names, sound_classes = s.classes
  FROM (
    SELECT k.id,
      count(t.id)::int AS amount,
      CASE WHEN count(t.id) > 0 AND count(t.id) = count(t.size) THEN sum(t.size)::bigint END AS bytes,
      coalesce(string_agg(fold(t.name), E'\n' ORDER BY t.order_index, t.id), '') AS names,
      coalesce(
        bit_or(set_bit(0::bit(96), sound_class(t.duration_ms, t.tempo_bpm, t.loudness_lufs), 1))
          FILTER (WHERE t.id IS NOT NULL),
        0::bit(96)
      ) AS classes
    FROM unnest(ids) AS k(id)
    LEFT JOIN tracks t ON t.package_id = k.id AND t.storage_key IS NOT NULL AND btrim(t.name) <> ''
    GROUP BY k.id
  ) s
  WHERE p.id = s.id
    AND (p.track_count, p.total_size, p.tracks_fold, p.sound_classes)
      IS DISTINCT FROM (s.amount, s.bytes, s.names, s.classes);
END
$fn$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tracks_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
DECLARE ids text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    ids := ARRAY(SELECT DISTINCT package_id FROM new_rows);
  ELSIF TG_OP = 'DELETE' THEN
    ids := ARRAY(SELECT DISTINCT package_id FROM old_rows);
  ELSE
    ids := ARRAY(
      SELECT DISTINCT touched.id
      FROM old_rows o
      FULL JOIN new_rows n ON n.id = o.id
      CROSS JOIN LATERAL (VALUES (o.package_id), (n.package_id)) AS touched(id)
      WHERE touched.id IS NOT NULL
        AND (o.package_id, o.name, o.size, o.order_index, o.storage_key,
            sound_class(o.duration_ms, o.tempo_bpm, o.loudness_lufs))
          IS DISTINCT FROM (n.package_id, n.name, n.size, n.order_index, n.storage_key,
            sound_class(n.duration_ms, n.tempo_bpm, n.loudness_lufs))
    );
  END IF;
  IF cardinality(ids) > 0 THEN
    PERFORM summarize_packages(ids);
  END IF;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
SELECT summarize_packages(ARRAY(SELECT id FROM packages));
