ALTER TABLE "package_documents" ADD COLUMN "created_at" timestamp with time zone;--> statement-breakpoint
-- A change of type writes the table anew: an update of each row would leave it at twice its size.
CREATE FUNCTION pg_temp.age_of(package text) RETURNS timestamptz LANGUAGE sql STABLE
RETURN (SELECT created_at FROM packages WHERE id = package);
--> statement-breakpoint
ALTER TABLE "package_documents"
  ALTER COLUMN "created_at" SET DATA TYPE timestamp with time zone USING pg_temp.age_of(package_id),
  ALTER COLUMN "created_at" SET NOT NULL;
--> statement-breakpoint
-- As before, and with the age of the package.
CREATE OR REPLACE FUNCTION index_packages(ids text[]) RETURNS void LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan AS $fn$
BEGIN
  DELETE FROM package_documents d
  WHERE d.package_id = ANY (ids)
    AND NOT EXISTS (SELECT FROM packages p WHERE p.id = d.package_id AND p.is_active AND p.deleted_at IS NULL);
  INSERT INTO package_documents AS d (package_id, category_id, doc, words, created_at)
  SELECT s.id, s.category_id,
    setweight(to_tsvector('pg_catalog.portuguese', s.title), 'A')
      || setweight(to_tsvector('pg_catalog.portuguese', s.tags), 'B')
      || setweight(to_tsvector('pg_catalog.portuguese', s.description), 'C')
      || setweight(to_tsvector('pg_catalog.portuguese', s.names), 'D')
      || format('%L:1C', 'c' || s.category_id)::tsvector,
    ARRAY(
      SELECT DISTINCT word FROM regexp_split_to_table(concat_ws(' ', s.title, s.tags, s.description, s.names), ' ') word
      WHERE word ~ '^[a-z]{3,30}$' ORDER BY word
    ),
    s.created_at
  FROM (
    SELECT p.id, p.category_id, p.created_at, search_text(p.title) AS title, search_text(join_tags(p.tags)) AS tags,
      search_text(coalesce(p.description, '')) AS description,
      coalesce((
        SELECT string_agg(search_name(t.name), ' ' ORDER BY t.order_index, t.id) FROM tracks t
        WHERE t.package_id = p.id AND t.storage_key IS NOT NULL
      ), '') AS names
    FROM packages p WHERE p.id = ANY (ids) AND p.is_active AND p.deleted_at IS NULL
    OFFSET 0
  ) s
  ON CONFLICT (package_id) DO UPDATE
  SET category_id = excluded.category_id, doc = excluded.doc, words = excluded.words
  WHERE (d.category_id, d.doc, d.words) IS DISTINCT FROM (excluded.category_id, excluded.doc, excluded.words);
END
$fn$;
