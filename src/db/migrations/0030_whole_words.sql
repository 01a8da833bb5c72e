-- As before, but words of sound libraries and of radio whose Portuguese stem is that of another word are kept whole, by
-- an ending that the stemmer leaves alone: `riser` is no `riso`, `gate` no `gato`, `copo` no `copa`.
DO $do$
DECLARE
  whole text := 'riser|sale|car|cat|bat|gate|chair|cheer|paper|rap|plane|shower|timer|bite|tap|camera|camara|gole|copo|galera|chamas|publicidade|porto|luto|coro|vinho|maria|praia|bota';
  home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent');
BEGIN
  EXECUTE format($sql$
    CREATE OR REPLACE FUNCTION search_text(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $fn$
    DECLARE t text := %1$s.unaccent('%1$s.unaccent'::regdictionary, normalize(value, NFKC));
    BEGIN
      IF t ~ '[a-z][A-Z]' THEN
        t := regexp_replace(t, '([A-Za-z][a-z]+)(de|do|da|dos|das|com|por|para|ao|em|no|na)(?=[A-Z])', '\1\2 \1 ', 'g');
        t := regexp_replace(t, '([a-z]ndo)(a|o|as|os)(?=[A-Z])', '\1 ', 'g');
        t := regexp_replace(t, '([a-z])([A-Z])', '\1 \2', 'g');
        t := regexp_replace(t, '([A-Z])([A-Z][a-z])', '\1 \2', 'g');
      END IF;
      t := lower(t);
      t := regexp_replace(regexp_replace(t, '([a-z])([0-9])', '\1 \2', 'g'), '([0-9])([a-z])', '\1 \2', 'g');
      t := regexp_replace(t, '[^[:alnum:]]+', ' ', 'g');
      IF t ~ 's\M' THEN
        t := regexp_replace(t, '\m([a-z]{2,})(oes|aes)\M', '\1ao', 'g');
        t := regexp_replace(t, '\m([a-z]{3,})ais\M', '\1al', 'g');
        t := regexp_replace(t, '\m([a-z]{3,})eis\M', '\1el', 'g');
        t := regexp_replace(t, '\m([a-z]{3,})ois\M', '\1ol', 'g');
        t := regexp_replace(t, '\m([a-z]{2,})ns\M', '\1m', 'g');
      END IF;
      t := regexp_replace(t, '\m(%2$s)s?\M', '\1qx', 'g');
      RETURN btrim(t);
    END
    $fn$
  $sql$, home, whole);
END
$do$;
--> statement-breakpoint
-- Writes the documents of the packages that have such a word.
DO $do$
DECLARE
  ids text[] := ARRAY(SELECT package_id FROM package_documents WHERE words && ARRAY[
    'riser', 'risers', 'sale', 'sales', 'car', 'cars', 'cat', 'cats', 'bat', 'bats', 'gate', 'gates', 'chair',
    'chairs', 'cheer', 'cheers', 'paper', 'papers', 'rap', 'raps', 'plane', 'planes', 'shower', 'showers',
    'timer', 'timers', 'bite', 'bites', 'tap', 'taps', 'camera', 'cameras', 'camara', 'camaras', 'gole',
    'goles', 'copo', 'copos', 'galera', 'galeras', 'chamas', 'chamass', 'publicidade', 'publicidades', 'porto',
    'portos', 'luto', 'lutos', 'coro', 'coros', 'vinho', 'vinhos', 'maria', 'marias', 'praia', 'praias', 'bota',
    'botas'
  ]);
BEGIN
  PERFORM index_packages(ids);
  PERFORM index_tracks(ids, NULL);
END
$do$;
--> statement-breakpoint
SELECT count_search_words();
