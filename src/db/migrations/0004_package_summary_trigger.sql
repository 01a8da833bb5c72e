-- Keeps track_count, total_size and tracks_fold of the named packages equal to their listed tracks: those with a name
-- and stored bytes. The lock comes first, so that the sums are read after every earlier writer has committed.
CREATE FUNCTION summarize_packages(ids text[]) RETURNS void LANGUAGE plpgsql AS $fn$
BEGIN
  PERFORM 1 FROM packages WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE packages p
  SET track_count = s.amount, total_size = s.bytes, tracks_fold = s.names
  FROM (
    SELECT k.id,
      count(t.id)::int AS amount,
      CASE WHEN count(t.id) > 0 AND count(t.id) = count(t.size) THEN sum(t.size)::bigint END AS bytes,
      coalesce(string_agg(fold(t.name), E'\n' ORDER BY t.order_index, t.id), '') AS names
    FROM unnest(ids) AS k(id)
    LEFT JOIN tracks t ON t.package_id = k.id AND t.storage_key IS NOT NULL AND btrim(t.name) <> ''
    GROUP BY k.id
  ) s
  WHERE p.id = s.id
    AND (p.track_count, p.total_size, p.tracks_fold) IS DISTINCT FROM (s.amount, s.bytes, s.names);
END
$fn$;
--> statement-breakpoint
CREATE FUNCTION tracks_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
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
        AND (o.package_id, o.name, o.size, o.order_index, o.storage_key)
          IS DISTINCT FROM (n.package_id, n.name, n.size, n.order_index, n.storage_key)
    );
  END IF;
  IF cardinality(ids) > 0 THEN
    PERFORM summarize_packages(ids);
  END IF;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
CREATE TRIGGER tracks_inserted AFTER INSERT ON tracks REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tracks_changed();
--> statement-breakpoint
CREATE TRIGGER tracks_updated AFTER UPDATE ON tracks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tracks_changed();
--> statement-breakpoint
CREATE TRIGGER tracks_deleted AFTER DELETE ON tracks REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tracks_changed();
--> statement-breakpoint
SELECT summarize_packages(ARRAY(SELECT id FROM packages));
--> statement-breakpoint
DO $do$
DECLARE home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  EXECUTE format('CREATE INDEX packages_tracks_fold ON packages USING gin (tracks_fold %s.gin_trgm_ops)', home);
END
$do$;
--> statement-breakpoint
-- Sound effects stand in Portuguese order within their category (CAT-12).
CREATE INDEX packages_alphabetical ON packages (category_id, title COLLATE pt_br, id);
