-- What the tables stand on: extensions, the functions of their generated columns, and Portuguese sorting.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Text as search compares it: composed, without accents, in lower case (A-09). Null stays null.
-- Immutable for as long as the rules of unaccent are not edited on the server; the extension may stand in any schema.
DO $do$
DECLARE home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent');
BEGIN
  EXECUTE format($sql$
    CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(%1$s.unaccent('%1$s.unaccent'::regdictionary, normalize(value, NFKC)))
  $sql$, home);
END
$do$;
--> statement-breakpoint
-- All tags as one text, one a line, so that no search crosses from one tag into the next. Never null.
CREATE FUNCTION join_tags(tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(array_to_string(tags, E'\n'), '');
--> statement-breakpoint
-- Portuguese order, Á with A and Ç with C (CAT-12). A server built without ICU gets its own Portuguese locale or plain order.
DO $do$
BEGIN
  CREATE COLLATION IF NOT EXISTS pt_br (provider = icu, locale = 'pt-BR');
EXCEPTION WHEN feature_not_supported OR undefined_object OR invalid_parameter_value THEN
  BEGIN
    CREATE COLLATION IF NOT EXISTS pt_br (provider = libc, locale = 'pt_BR.utf8');
  EXCEPTION WHEN OTHERS THEN
    CREATE COLLATION IF NOT EXISTS pt_br FROM "C";
  END;
END
$do$;
