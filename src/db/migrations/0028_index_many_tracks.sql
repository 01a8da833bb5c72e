-- As before, by joins: a condition over a long array looked through the array for every row, and through all documents.
CREATE OR REPLACE FUNCTION index_tracks(homes text[], changed text[]) RETURNS void LANGUAGE plpgsql AS $fn$
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
    (track_id, package_id, category_id, doc, duration_ms, tempo_bpm, loudness_lufs, created_at)
  SELECT t.id, p.id, p.category_id,
    setweight(to_tsvector('pg_catalog.portuguese', search_name(t.name)), 'A') || p.doc,
    t.duration_ms, t.tempo_bpm, t.loudness_lufs, p.created_at
  FROM unnest(changed) AS c (id)
  JOIN tracks t ON t.id = c.id AND t.storage_key IS NOT NULL AND btrim(t.name) <> ''
  JOIN home p ON p.id = t.package_id
  ON CONFLICT (track_id) DO UPDATE
  SET package_id = excluded.package_id, category_id = excluded.category_id, doc = excluded.doc,
    duration_ms = excluded.duration_ms, tempo_bpm = excluded.tempo_bpm, loudness_lufs = excluded.loudness_lufs
  WHERE (d.package_id, d.category_id, d.doc, d.duration_ms, d.tempo_bpm, d.loudness_lufs) IS DISTINCT FROM
    (excluded.package_id, excluded.category_id, excluded.doc, excluded.duration_ms, excluded.tempo_bpm, excluded.loudness_lufs);
END
$fn$;
