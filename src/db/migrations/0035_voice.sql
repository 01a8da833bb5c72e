ALTER TABLE "packages" ADD COLUMN "voice_classes" bit(288) DEFAULT 0::bit(288) NOT NULL;--> statement-breakpoint
ALTER TABLE "track_documents" ADD COLUMN "voice" smallint;--> statement-breakpoint
-- Whether a text, as search_text() gives it, tells of a voice (0) or of none (1); null: it tells of neither. The words are
-- those of features/search/words/voice.ts; a test holds the two together.
CREATE FUNCTION told_voice(value text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
  WHEN value ~ '\m(sem (voz|vozes|vocal|locucao|letra|fala|narracao|canto)|(para|pra|p) (voz|locucao|locutor|locutora|narracao)|instrumental|instrumentals|instr|inst|bg|bgs|playback|karaoke|no (vocal|vocals|voice|vox))\M'
    THEN 1
  WHEN regexp_replace(value, '\m(voz do brasil|cantada de pneu|recife de coral)\M', '', 'g')
    ~ '\m(voz|vozes|vocal|vocals|voice|voices|voiceover|vox|locucao|locutora|narracao|narrado|narrada|narrador|narradora|cantado|cantada|cantados|cantadas|falado|falada|falados|faladas|sing|sung|coroqx|coral|choir|a capella|a cappella|acapella|acappella|acapela|masc|fem|com letra)\M'
    THEN 0
END;
--> statement-breakpoint
-- The same of a track: what its name tells, else what its package does. Most names have none of the letters, and are not
-- taken apart.
CREATE FUNCTION track_voice(name text, home integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(
  CASE WHEN name ~* 'v(o[zcx]|oic)|locu|narr|cant|fala|s[iu]ng|cor[oa]|choir|cap+el|masc|fem|letra|inst|bg|playb|karao'
    THEN told_voice(search_name(name)) END,
  home
);
--> statement-breakpoint
CREATE FUNCTION home_voice(title text, tags text[]) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN told_voice(search_text(title) || ' ' || search_text(join_tags(tags)));
--> statement-breakpoint
-- The class of a sound and its voice: with voice, instrumental or unknown × the class without it, 0 to 287.
CREATE FUNCTION sound_class(duration_ms integer, tempo_bpm real, loudness_lufs real, voice integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 96 * coalesce(voice, 2) + sound_class(duration_ms, tempo_bpm, loudness_lufs);
--> statement-breakpoint
-- As before, and with the voice.
CREATE OR REPLACE FUNCTION summarize_packages(ids text[]) RETURNS void LANGUAGE plpgsql AS $fn$
BEGIN
  PERFORM 1 FROM packages WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  UPDATE packages p
  SET track_count = s.amount, total_size = s.bytes, tracks_fold = s.names, sound_classes = s.classes,
    voice_classes = s.voices
  FROM (
    SELECT k.id,
      count(t.id)::int AS amount,
      CASE WHEN count(t.id) > 0 AND count(t.id) = count(t.size) THEN sum(t.size)::bigint END AS bytes,
      coalesce(string_agg(fold(t.name), E'\n' ORDER BY t.order_index, t.id), '') AS names,
      coalesce(bit_or(set_bit(0::bit(96), t.class, 1)) FILTER (WHERE t.id IS NOT NULL), 0::bit(96)) AS classes,
      coalesce(
        bit_or(set_bit(0::bit(288), 96 * coalesce(track_voice(t.name, k.voice), 2) + t.class, 1))
          FILTER (WHERE t.id IS NOT NULL),
        0::bit(288)
      ) AS voices
    FROM (
      SELECT id, home_voice(title, tags) AS voice FROM packages WHERE id = ANY (ids) OFFSET 0
    ) AS k
    LEFT JOIN LATERAL (
      SELECT *, sound_class(duration_ms, tempo_bpm, loudness_lufs) AS class FROM tracks
      WHERE package_id = k.id AND storage_key IS NOT NULL AND btrim(name) <> ''
    ) t ON true
    GROUP BY k.id
  ) s
  WHERE p.id = s.id
    AND (p.track_count, p.total_size, p.tracks_fold, p.sound_classes, p.voice_classes)
      IS DISTINCT FROM (s.amount, s.bytes, s.names, s.classes, s.voices);
END
$fn$;
--> statement-breakpoint
-- As before, with the voice.
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
  SELECT t.id, p.id, p.category_id,
    setweight(to_tsvector('pg_catalog.portuguese', search_name(t.name)), 'A') || p.doc,
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
-- As before; a title or tags that tell something else of the voice change the classes.
CREATE OR REPLACE FUNCTION packages_indexed() RETURNS trigger LANGUAGE plpgsql AS $fn$
DECLARE
  ids text[];
  homes text[];
  named text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM index_packages(ARRAY(SELECT id FROM new_rows));
    RETURN NULL;
  END IF;
  homes := ARRAY(
    SELECT n.id FROM old_rows o JOIN new_rows n USING (id)
    WHERE (o.title, o.tags, o.description, o.category_id, o.is_active, o.deleted_at)
      IS DISTINCT FROM (n.title, n.tags, n.description, n.category_id, n.is_active, n.deleted_at)
  );
  ids := homes || ARRAY(
    SELECT n.id FROM old_rows o JOIN new_rows n USING (id)
    WHERE o.tracks_fold IS DISTINCT FROM n.tracks_fold AND n.id <> ALL (homes)
  );
  named := ARRAY(
    SELECT n.id FROM old_rows o JOIN new_rows n USING (id)
    WHERE (o.title, o.tags) IS DISTINCT FROM (n.title, n.tags)
      AND home_voice(o.title, o.tags) IS DISTINCT FROM home_voice(n.title, n.tags)
  );
  IF cardinality(named) > 0 THEN PERFORM summarize_packages(named); END IF;
  IF cardinality(ids) > 0 THEN PERFORM index_packages(ids); END IF;
  IF cardinality(homes) > 0 THEN PERFORM index_tracks(homes, NULL); END IF;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
DO $do$
DECLARE
  last text := '';
  ids text[];
BEGIN
  LOOP
    SELECT array_agg(id), max(id) INTO ids, last
    FROM (SELECT id FROM packages WHERE id > last ORDER BY id LIMIT 500) AS part;
    EXIT WHEN ids IS NULL;
    PERFORM summarize_packages(ids);
    UPDATE track_documents d SET voice = told.voice
    FROM (
      SELECT t.id, track_voice(t.name, p.voice) AS voice
      FROM (SELECT id, home_voice(title, tags) AS voice FROM packages WHERE id = ANY (ids) OFFSET 0) AS p
      JOIN tracks t ON t.package_id = p.id
      OFFSET 0
    ) AS told
    WHERE d.track_id = told.id AND told.voice IS NOT NULL;
  END LOOP;
END
$do$;
