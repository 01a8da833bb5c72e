-- Trigram indexes over what search looks at. The operator class may stand in any schema, like its extension.
DO $do$
DECLARE
  home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
  target record;
BEGIN
  FOR target IN
    SELECT * FROM (VALUES
      ('packages', 'title_fold'), ('packages', 'tags_fold'), ('packages', 'description_fold'), ('tracks', 'name_fold')
    ) AS t (table_name, column_name)
  LOOP
    EXECUTE format(
      'CREATE INDEX %I ON %I USING gin (%I %s.gin_trgm_ops)',
      target.table_name || '_' || target.column_name, target.table_name, target.column_name, home
    );
  END LOOP;
END
$do$;
