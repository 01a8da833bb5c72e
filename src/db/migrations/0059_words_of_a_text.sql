-- The words of a text, folded: NFKC, without accents, lower case, taken apart at capitals, digits and signs. Numbers keep
-- their decimals ('98.5', '1,5'), ordinals ('1º', '1ª' → '1o') and decades ('80s', '1980s' → '80s') stay one word, and units
-- behind a number have one spelling ('7h' → '7 hora', '30seg' → '30 segundo'). An upper-case X marks what stays together.
DO $do$
DECLARE home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent');
BEGIN
  EXECUTE format($sql$
    CREATE FUNCTION search_split(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $fn$
    DECLARE t text := value;
    BEGIN
      IF t ~ '[ºª°]' THEN
        t := regexp_replace(t, '\m[nN]\.?\s*[ºª°]', ' numero ', 'g');
        t := regexp_replace(t, '([0-9])\.?\s?[ºª°]', '\1o ', 'g');
      END IF;
      t := %1$s.unaccent('%1$s.unaccent'::regdictionary, normalize(t, NFKC));
      IF t ~ '[a-z][A-Z]' THEN
        t := regexp_replace(t, '([A-Za-z][a-z]+)(de|do|da|dos|das|com|por|para|ao|em|no|na)(?=[A-Z])', '\1\2 \1 ', 'g');
        t := regexp_replace(t, '([a-z]ndo)(a|o|as|os)(?=[A-Z])', '\1 ', 'g');
        t := regexp_replace(t, '([a-z])([A-Z])', '\1 \2', 'g');
        t := regexp_replace(t, '([A-Z])([A-Z][a-z])', '\1 \2', 'g');
      END IF;
      t := lower(t);
      IF t ~ '[0-9]' THEN
        t := regexp_replace(t, '([a-z])([0-9])', '\1 \2', 'g');
        t := regexp_replace(t, '\m([0-9]{1,3})\.([0-9]{3})(?![.,]?[0-9])', '\1\2', 'g');
        t := regexp_replace(t, '(?<![0-9.,])([0-9]{1,4})[.,]([0-9]{1,2})(?![.,]?[0-9])', '\1X\2', 'g');
        t := regexp_replace(t, '\m(?:19)?([2-9]0|20[0-2]0)''?s\M', '\1Xs', 'g');
        t := regexp_replace(t, '\m([0-9]{1,3})[oa]s?\M', '\1Xo', 'g');
        t := regexp_replace(t, '([0-9])\s?(?:hs?|hrs?)(?=[0-9]{2}\M|\M)', '\1 hora ', 'g');
        t := regexp_replace(t, '([0-9])\s?(?:s|segs?|secs?)\M', '\1 segundo', 'g');
        t := regexp_replace(t, '([0-9])\s?mins?(?=[0-9]{2}\M|\M)', '\1 minuto ', 'g');
        t := regexp_replace(t, '([0-9])([a-z])', '\1 \2', 'g');
      END IF;
      IF t ~ '[a-z][''.]' THEN
        t := regexp_replace(t, '\md''(?=[a-z])', 'de ', 'g');
        t := regexp_replace(t, '([a-z])''s\M', '\1', 'g');
        t := regexp_replace(t, '(?<![.&''])\ms\.\s*(?=[a-z]{3})', 'sao ', 'g');
      END IF;
      t := btrim(regexp_replace(t, '[^[:alnum:]]+', ' ', 'g'));
      t := replace(replace(replace(t, 'Xs', 's'), 'Xo', 'o'), 'X', '.');
      IF length(t) > 60 THEN t := regexp_replace(t, '(\S{60})\S+', '\1', 'g'); END IF;
      RETURN string_to_array(nullif(t, ''), ' ');
    END
    $fn$
  $sql$, home);
END
$do$;
--> statement-breakpoint
-- The words that a search leaves out beside others, as search_split() gives them: those of the Portuguese stemmer, and
-- those that are spoken or whose accents are lost ('pra', 'voce'). 'sao' (of 'São João') and 'ha' (a laugh) are none.
CREATE FUNCTION search_is_stop(word text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN word = ANY ('{a,o,e,as,os,ao,aos,da,das,de,do,dos,dela,delas,dele,deles,em,na,nas,no,nos,num,numa,nuns,numas,por,pela,pelas,pelo,pelos,para,pra,pras,pro,pros,com,sem,ate,entre,ou,mas,como,quando,que,quem,qual,se,nem,nao,ja,so,tambem,mesmo,mais,muito,depois,um,uma,eu,tu,te,me,ele,eles,ela,elas,lhe,lhes,vos,voce,voces,meu,meus,minha,minhas,seu,seus,sua,suas,teu,teus,tua,tuas,nosso,nossos,nossa,nossas,este,estes,esta,estas,esse,esses,essa,essas,isso,isto,aquele,aqueles,aquela,aquelas,aquilo,estou,estamos,estao,estive,esteve,estivemos,estiveram,estava,estavamos,estavam,estivera,estiveramos,esteja,estejamos,estejam,estivesse,estivessemos,estivessem,estiver,estivermos,estiverem,hei,havemos,hao,houve,houvemos,houveram,houvera,houveramos,haja,hajamos,hajam,houvesse,houvessemos,houvessem,houver,houvermos,houverem,houverei,houvera,houveremos,houverao,houveria,houveriamos,houveriam,sou,somos,era,eramos,eram,fui,foi,fomos,foram,fora,foramos,seja,sejamos,sejam,fosse,fossemos,fossem,for,formos,forem,serei,sera,seremos,serao,seria,seriamos,seriam,tenho,tem,temos,tinha,tinhamos,tinham,tive,teve,tivemos,tiveram,tivera,tiveramos,tenha,tenhamos,tenham,tivesse,tivessemos,tivessem,tiver,tivermos,tiverem,terei,tera,teremos,terao,teria,teriamos,teriam}'::text[]);
--> statement-breakpoint
-- A word of search_split() in the singular, ready for the stemmer. The table first has the words whose rule would be wrong: their
-- plural looks like that of others, or is none. The last line has words of radio and of sound libraries whose stem is that of
-- another word (`riser` that of `riso`): an ending, qx, keeps them from being stemmed.
CREATE FUNCTION search_form(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $fn$
DECLARE
  size int := length(word);
  form text;
BEGIN
  form := '{
    "pais": "pai", "paises": "pai", "papais": "papai", "samurais": "samurai", "bonsais": "bonsai", "cais": "cais",
    "maes": "mae", "mamaes": "mamae", "caos": "caos", "oboes": "oboe", "shoes": "shoe", "heroes": "heroi",
    "echoes": "echo", "volcanoes": "volcano", "goes": "goes", "does": "does",
    "reis": "rei", "leis": "lei", "freis": "frei", "joqueis": "joquei", "poneis": "ponei", "voleis": "volei",
    "bois": "boi", "herois": "heroi", "caubois": "cauboi", "dois": "dois", "pois": "pois", "seis": "seis",
    "faceis": "facil", "dificeis": "dificil", "uteis": "util", "inuteis": "inutil", "futeis": "futil",
    "ferteis": "fertil", "inferteis": "infertil", "fosseis": "fossil", "projeteis": "projetil", "repteis": "reptil",
    "misseis": "missil", "texteis": "textil", "ageis": "agil", "frageis": "fragil", "debeis": "debil",
    "habeis": "habil", "doceis": "docil", "volateis": "volatil", "versateis": "versatil", "estereis": "esteril",
    "portateis": "portatil", "tateis": "tatil", "ineis": "inil",
    "taxis": "taxi", "juris": "juri", "biquinis": "biquini", "safaris": "safari", "jabutis": "jabuti",
    "abacaxis": "abacaxi", "sushis": "sushi", "javalis": "javali", "bisturis": "bisturi", "colibris": "colibri",
    "sacis": "saci", "garis": "gari", "alibis": "alibi", "ralis": "rali", "rallis": "ralli", "kiwis": "kiwi",
    "zumbis": "zumbi", "guaranis": "guarani", "tupis": "tupi", "esquis": "esqui", "rubis": "rubi", "gibis": "gibi",
    "tsunamis": "tsunami", "caquis": "caqui", "siris": "siri", "quatis": "quati", "frenesis": "frenesi",
    "lapis": "lapis", "tenis": "tenis", "gratis": "gratis", "oasis": "oasis", "paris": "paris", "luis": "luis",
    "ares": "ar", "gases": "gas", "deus": "deus", "deuses": "deus", "adeus": "adeus", "softwares": "software",
    "hardwares": "hardware", "caracteres": "carater", "dioceses": "diocese", "tres": "tres", "blues": "blues",
    "news": "news", "james": "james", "ingles": "ingles", "frances": "frances", "portugues": "portugues",
    "japones": "japones", "chines": "chines", "holandes": "holandes", "irlandes": "irlandes", "escoces": "escoces",
    "libanes": "libanes", "noruegues": "noruegues", "dinamarques": "dinamarques", "fregues": "fregues",
    "burgues": "burgues", "campones": "campones", "marques": "marques", "polones": "polones",
    "finlandes": "finlandes", "islandes": "islandes", "tailandes": "tailandes", "atraves": "atraves", "reves": "reves",
    "hifens": "hifen", "polens": "polen", "abdomens": "abdomen", "sirens": "siren", "gardens": "garden",
    "kitchens": "kitchen", "aliens": "alien", "pes": "pe", "pas": "pa", "fas": "fa", "ras": "ra", "las": "la",
    "djs": "dj", "cds": "cd", "lps": "lp", "tvs": "tv", "mcs": "mc", "ids": "id", "eps": "ep", "vts": "vt",
    "fms": "fm", "sto": "santo", "sta": "santa"
  }'::jsonb ->> word;
  form := coalesce(form, CASE
    WHEN size < 3 OR search_is_stop(word) THEN word
    WHEN right(word, 1) = 'n' THEN
      CASE WHEN right(word, 2) IN ('in', 'on', 'un') THEN left(word, -1) || 'm' ELSE word END
    WHEN right(word, 1) = 'y' THEN
      CASE WHEN size > 3 AND substr(word, size - 1, 1) NOT IN ('a', 'e', 'i', 'o', 'u') THEN left(word, -1) || 'ie' ELSE word END
    WHEN right(word, 1) <> 's' OR size < 4 OR right(word, 2) = 'ss' THEN word
    WHEN right(word, 3) IN ('oes', 'aes', 'aos') THEN left(word, -3) || 'ao'
    WHEN right(word, 3) IN ('ais', 'eis', 'ois', 'uis') THEN left(word, -2) || 'l'
    WHEN right(word, 2) = 'is' THEN left(word, -1) || 'l'
    WHEN right(word, 2) = 'ns' THEN
      CASE WHEN substr(word, size - 2, 1) IN ('i', 'o', 'u') OR right(word, 3) = 'ens' AND right(word, 4) <> 'eens'
        THEN left(word, -2) || 'm' ELSE left(word, -1) END
    WHEN right(word, 4) = 'eses' AND right(word, 5) <> 'teses' THEN left(word, -2)
    WHEN size > 4 AND right(word, 3) IN ('res', 'zes') THEN left(word, -2)
    -- Of a verb: the stemmer knows its ending.
    WHEN size > 6 AND right(word, 4) = 'amos' THEN word
    ELSE left(word, -1)
  END);
  RETURN CASE WHEN form = ANY ('{riser,sale,car,cat,bat,gate,chair,cheer,paper,rap,plane,shower,timer,bite,tap,camera,camara,gole,copo,galera,chama,publicidade,porto,luto,coro,vinho,maria,praia,bota,blues,sete,nove}'::text[]) THEN form || 'qx' ELSE form END;
END
$fn$;
--> statement-breakpoint
-- What stands for a word of search_split() in every document and query; a stop word begins with '_'.
CREATE FUNCTION search_lexeme(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $fn$
DECLARE form text;
BEGIN
  IF search_is_stop(word) THEN RETURN '_' || word; END IF;
  form := search_form(word);
  RETURN coalesce((ts_lexize('pg_catalog.portuguese_stem', form))[1], form);
END
$fn$;
--> statement-breakpoint
-- A tag without case, accents and signs: 'Forró', 'FORRÓ' and 'forro' are one tag.
CREATE FUNCTION tag_key(tag text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN coalesce(array_to_string(search_split(tag), ' '), lower(btrim(tag)));
--> statement-breakpoint
-- The keys of tags, each at the place of its tag; null for a tag that is there already.
CREATE FUNCTION tag_keys(tags text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(CASE WHEN nth = 1 THEN key END ORDER BY at), '{}')
  FROM (
    SELECT key, at, row_number() OVER (PARTITION BY key ORDER BY at) AS nth
    FROM unnest(tags) WITH ORDINALITY AS t (tag, at), tag_key(tag) AS key
  ) keyed
);
--> statement-breakpoint
ALTER TABLE "package_documents" ADD COLUMN "reading" smallint DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "package_documents" ADD COLUMN "tag_keys" text[];
--> statement-breakpoint
-- A change of type writes the table anew: an update of each row would leave it at twice its size.
CREATE FUNCTION pg_temp.keys_of(package text) RETURNS text[] LANGUAGE sql STABLE
RETURN (SELECT tag_keys(tags) FROM packages WHERE id = package);
--> statement-breakpoint
ALTER TABLE "package_documents"
  ALTER COLUMN "tag_keys" SET DATA TYPE text[] USING pg_temp.keys_of(package_id),
  ALTER COLUMN "tag_keys" SET NOT NULL;
--> statement-breakpoint
CREATE INDEX "package_documents_tags" ON "package_documents" USING gin ("tag_keys");
--> statement-breakpoint
CREATE INDEX "package_documents_reading" ON "package_documents" USING btree ("package_id") WHERE reading < 2;
--> statement-breakpoint
-- The document of some words. A stop word takes up no place, so that 'previsão do tempo' and 'previsao_tempo' have their
-- words side by side, as in queries; with `stops` it is there nevertheless, for terms that consist of such words.
CREATE FUNCTION search_vector(words text[], stops boolean) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(string_agg(lexeme || ':' || greatest(place, 1), ' '), '')::tsvector
  FROM (
    SELECT lexeme, count(*) FILTER (WHERE NOT starts_with(lexeme, '_')) OVER (ORDER BY at) AS place
    FROM unnest(words) WITH ORDINALITY AS t (word, at), search_lexeme(word) AS lexeme
  ) placed
  WHERE stops OR NOT starts_with(lexeme, '_')
);
--> statement-breakpoint
-- What the former version reads: words whose stem by `portuguese_stem` is their lexeme. told_voice() compares them too.
CREATE OR REPLACE FUNCTION search_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(string_agg(search_form(word), ' ' ORDER BY at), '')
  FROM unnest(search_split(value)) WITH ORDINALITY AS t (word, at)
);
--> statement-breakpoint
-- A file's name without its ending and the number of the track in front: '98.5 FM' has none.
CREATE FUNCTION bare_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(regexp_replace(name,
    '\.(mp[234]|m4[abprv]|mpe?g|mpga|wave?|bwf|w64|rf64|flac|og[gax]|opus|aif[fc]?|caf|aac|wm[av]|e?ac3|amr|3gp|webm|mk[av]|mov|avi|au|snd|ape|wv)\s*$', '', 'i'),
  '^\s*(0\d{1,2}\s+|0\d{1,2}\s*[._)-]+\s*|\d{1,3}\s*(?![.,]\d)[._)-]+\s*)+', '');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN search_text(bare_name(name));
--> statement-breakpoint
-- The lexemes of a text in order, without stop words.
CREATE OR REPLACE FUNCTION search_lexemes(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(
  SELECT lexeme FROM unnest(search_split(value)) WITH ORDINALITY AS t (word, at), search_lexeme(word) AS lexeme
  WHERE NOT starts_with(lexeme, '_') ORDER BY at
);
--> statement-breakpoint
-- What all tracks of a package share.
CREATE OR REPLACE FUNCTION search_home(title text, tags text[], description text, category_id text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN setweight(search_vector(search_split(title) || search_split(join_tags(tags)), true), 'B')
  || setweight(search_vector(search_split(description), false), 'D')
  || format('%L:1C', 'c' || category_id)::tsvector;
--> statement-breakpoint
-- The name of a track; a number in front of it is a track's number, or a year or a length: it counts, but less.
CREATE FUNCTION search_track(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN setweight(search_vector(search_split(bare_name(name)), true), 'A')
  || setweight(search_vector(search_split(left(name, strpos(name, bare_name(name)) - 1)), false), 'D');
--> statement-breakpoint
-- As before, with search_track().
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
    SELECT id, category_id, created_at, search_home(title, tags, description, category_id) AS doc,
      home_voice(title, tags) AS voice
    FROM packages WHERE id = ANY (homes) AND is_active AND deleted_at IS NULL
  )
  INSERT INTO track_documents AS d
    (track_id, package_id, category_id, doc, duration_ms, tempo_bpm, loudness_lufs, voice, timbre, timbre_cell, created_at)
  SELECT t.id, p.id, p.category_id, search_track(t.name) || p.doc,
    t.duration_ms, t.tempo_bpm, t.loudness_lufs, track_voice(t.name, p.voice), t.timbre, timbre_cell(t.timbre), p.created_at
  FROM unnest(changed) AS c (id)
  JOIN tracks t ON t.id = c.id AND t.storage_key IS NOT NULL AND btrim(t.name) <> ''
  JOIN home p ON p.id = t.package_id
  ON CONFLICT (track_id) DO UPDATE
  SET package_id = excluded.package_id, category_id = excluded.category_id, doc = excluded.doc,
    duration_ms = excluded.duration_ms, tempo_bpm = excluded.tempo_bpm, loudness_lufs = excluded.loudness_lufs,
    voice = excluded.voice, timbre = excluded.timbre, timbre_cell = excluded.timbre_cell
  WHERE (d.package_id, d.category_id, d.doc, d.duration_ms, d.tempo_bpm, d.loudness_lufs, d.voice, d.timbre) IS DISTINCT FROM
    (excluded.package_id, excluded.category_id, excluded.doc, excluded.duration_ms, excluded.tempo_bpm,
      excluded.loudness_lufs, excluded.voice, excluded.timbre);
END
$fn$;
--> statement-breakpoint
-- As before, with search_vector() and the tags' keys. `reading` tells by which rules a document was made.
CREATE OR REPLACE FUNCTION index_packages(ids text[]) RETURNS void LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan AS $fn$
BEGIN
  DELETE FROM package_documents d
  WHERE d.package_id = ANY (ids)
    AND NOT EXISTS (SELECT FROM packages p WHERE p.id = d.package_id AND p.is_active AND p.deleted_at IS NULL);
  INSERT INTO package_documents AS d (package_id, category_id, doc, words, tag_keys, reading, created_at)
  SELECT s.id, s.category_id,
    setweight(search_vector(s.title, true), 'A')
      || setweight(search_vector(s.tags, true), 'B')
      || setweight(search_vector(s.description, false), 'C')
      || setweight(search_vector(s.names, false), 'D')
      || format('%L:1C', 'c' || s.category_id)::tsvector,
    ARRAY(
      SELECT DISTINCT word FROM unnest(s.title || s.tags || s.description || s.names) word
      WHERE word ~ '^[a-z]{3,30}$' OR search_is_stop(word) ORDER BY word
    ),
    s.tag_keys, 2, s.created_at
  FROM (
    SELECT p.id, p.category_id, p.created_at, tag_keys(p.tags) AS tag_keys, search_split(p.title) AS title,
      search_split(join_tags(p.tags)) AS tags, search_split(p.description) AS description,
      search_split((
        SELECT string_agg(bare_name(t.name), E'\n' ORDER BY t.order_index, t.id) FROM tracks t
        WHERE t.package_id = p.id AND t.storage_key IS NOT NULL
      )) AS names
    FROM packages p WHERE p.id = ANY (ids) AND p.is_active AND p.deleted_at IS NULL
    OFFSET 0
  ) s
  ON CONFLICT (package_id) DO UPDATE
  SET category_id = excluded.category_id, doc = excluded.doc, words = excluded.words, tag_keys = excluded.tag_keys,
    reading = excluded.reading
  WHERE (d.category_id, d.doc, d.words, d.tag_keys, d.reading)
    IS DISTINCT FROM (excluded.category_id, excluded.doc, excluded.words, excluded.tag_keys, excluded.reading);
END
$fn$;
--> statement-breakpoint
-- Makes the documents of up to `most` packages anew that were made by older rules. @returns their number
CREATE FUNCTION reread_documents(most int) RETURNS int LANGUAGE plpgsql AS $fn$
DECLARE ids text[] := ARRAY(SELECT package_id FROM package_documents WHERE reading < 2 ORDER BY package_id LIMIT most);
BEGIN
  PERFORM summarize_packages(ids);
  PERFORM index_packages(ids);
  PERFORM index_tracks(ids, NULL);
  RETURN cardinality(ids);
END
$fn$;
--> statement-breakpoint
-- Counts the logged changes into the vocabulary. Stop words are counted too: a term may consist of them. Safe to repeat
-- and at once.
CREATE OR REPLACE FUNCTION count_search_words() RETURNS void LANGUAGE plpgsql AS $fn$
BEGIN
  PERFORM pg_advisory_xact_lock(7304613);
  WITH taken AS (DELETE FROM search_word_changes RETURNING word, change)
  INSERT INTO search_words AS w (word, lexeme, packages)
  SELECT word, search_lexeme(word), sum(change) FROM taken GROUP BY word HAVING sum(change) <> 0
  ON CONFLICT (word) DO UPDATE SET packages = w.packages + excluded.packages;
  DELETE FROM search_words WHERE packages <= 0;
END
$fn$;
--> statement-breakpoint
DO $do$
DECLARE home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  -- As before, without stop words: nobody who mistypes a word means one.
  EXECUTE format($sql$
    CREATE OR REPLACE FUNCTION search_alike(typed text) RETURNS SETOF search_words LANGUAGE sql STABLE AS $fn$
      SELECT * FROM search_words WHERE word OPERATOR(%1$s.%%) typed AND NOT starts_with(lexeme, '_')
      ORDER BY %1$s.similarity(word, typed) DESC, packages DESC LIMIT 24
    $fn$
  $sql$, home);
END
$do$;
--> statement-breakpoint
-- As before, for lexemes that no parser of text leaves whole ('98.5').
CREATE OR REPLACE FUNCTION search_frequency(stem text) RETURNS int LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN coalesce(
  (SELECT sum(w.packages) FROM search_words w WHERE w.lexeme = stem),
  (SELECT count(*) FROM (SELECT FROM package_documents d WHERE d.doc @@ format('''%s''', stem)::tsquery LIMIT 50) s)
);
--> statement-breakpoint
UPDATE search_words SET lexeme = search_lexeme(word) WHERE lexeme <> search_lexeme(word);
--> statement-breakpoint
-- The first at once: a small site is read anew when it starts. A job goes on with the rest.
SELECT reread_documents(500);
--> statement-breakpoint
SELECT count_search_words();
