-- How much a space holds: by it an editor knows what it cannot keep.
ALTER TABLE quarry.progress ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
UPDATE quarry.progress p SET bytes = coalesce((SELECT sum(a.bytes) FROM quarry.assets a WHERE a.space = p.space AND NOT a.deleted), 0);
GRANT UPDATE (bytes) ON quarry.progress TO quarry_service;

-- PostgreSQL takes `json.loads` for the name of a host and `a/b` for a file, one word each, and nobody asks for them so: signs
-- are taken out before. Those of ASCII, for what is a letter elsewhere is the database's to know. The column is made anew, which
-- takes minutes where there are a million assets.
CREATE FUNCTION quarry.without_signs(given text, most int) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = '' AS $$
  SELECT regexp_replace(left(coalesce(given, ''), most), '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+', ' ', 'g')
$$;
REVOKE ALL ON FUNCTION quarry.without_signs(text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION quarry.without_signs(text, int) TO quarry_service;
CREATE OR REPLACE FUNCTION quarry.words(fields jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = '' AS $$
  SELECT setweight(to_tsvector('simple', quarry_name || ' ' ||
           regexp_replace(quarry_name, '([a-z0-9])([A-Z])', '\1 \2', 'g')), 'A')
      || setweight(jsonb_to_tsvector('simple', coalesce(fields->'tags', '[]'), '["string"]'), 'B')
      || setweight(to_tsvector('simple', quarry_description), 'C')
      || to_tsvector('simple', quarry_text || ' ' ||
           regexp_replace(quarry_text, '([a-z0-9])([A-Z])', '\1 \2', 'g'))
    FROM (SELECT quarry.without_signs(fields->>'name', 1000), quarry.without_signs(fields->>'description', 20000),
                 quarry.without_signs(fields->>'text', 50000)) AS parts(quarry_name, quarry_description, quarry_text)
$$;
ALTER TABLE quarry.assets DROP COLUMN words;
ALTER TABLE quarry.assets ADD COLUMN words tsvector GENERATED ALWAYS AS (CASE WHEN deleted THEN NULL ELSE quarry.words(fields) END) STORED;
CREATE INDEX assets_words ON quarry.assets USING gin (words);

-- Which database tells a sequence: another one after it was set back to a backup, or a copy took its place that had not seen
-- all. What it tells then is not what follows on what was told before. Nothing while it is a copy itself.
CREATE FUNCTION quarry.telling() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT CASE WHEN NOT pg_is_in_recovery() THEN
    (SELECT s.system_identifier::text FROM pg_control_system() s) || '.' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END
$$;
REVOKE ALL ON FUNCTION quarry.telling() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION quarry.telling() TO quarry_service;

-- A search is asked in two steps now: PostgreSQL chooses some hundreds that may be meant, the service orders them. So what
-- counts here is that what is meant is among them, in a space of any size, and that no more is read than it takes.
DROP FUNCTION quarry.find(uuid, text, text[], int);

-- How many assets of all spaces match, as PostgreSQL's statistics have it: to count them would be the search itself. It may be
-- asked for a plan in volatile functions only, and those who call such a one are as it is.
CREATE FUNCTION quarry.guess(words tsquery) RETURNS float8 LANGUAGE plpgsql VOLATILE SET search_path = '' AS $$
DECLARE
  plan json;
BEGIN
  EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM quarry.assets WHERE words OPERATOR(pg_catalog.@@) %L::tsquery', words::text) INTO plan;
  RETURN greatest(1, (plan->0->'Plan'->>'Plan Rows')::float8);
END $$;

-- Each word as the texts that stand for it ({"wait", "waits", "waiting"}), and beside it how much it tells: a rare word
-- more than one that is everywhere. Words of which nothing is left (signs) are left out.
CREATE FUNCTION quarry.weighed(words jsonb, total float8) RETURNS TABLE (word tsquery, guessed float8, weight float8)
LANGUAGE plpgsql VOLATILE SET search_path = '' AS $$
DECLARE
  alternatives jsonb;
  alternative text;
BEGIN
  FOR alternatives IN SELECT e FROM jsonb_array_elements(words) e LOOP
    word := NULL;
    FOR alternative IN SELECT t FROM jsonb_array_elements_text(alternatives) t LOOP
      CONTINUE WHEN numnode(plainto_tsquery('simple', alternative)) = 0;
      word := coalesce(word || plainto_tsquery('simple', alternative), plainto_tsquery('simple', alternative));
    END LOOP;
    CONTINUE WHEN word IS NULL;
    guessed := quarry.guess(word);
    weight := ln(1 + total / guessed);
    RETURN NEXT;
  END LOOP;
END $$;

-- Which words, or pairs of them, are looked up: the rarest, as long as what they find may be read. A word that is
-- everywhere finds nothing by itself, but beside another one it may. At least one is. Widely: words alone, and more of them.
CREATE FUNCTION quarry.looked_up(words tsquery[], guesses float8[], total float8, share float8, widely boolean) RETURNS tsquery
LANGUAGE plpgsql STABLE SET search_path = '' AS $$
DECLARE
  -- Of all spaces, found in the index; and of this one, read and ranked.
  most_found constant float8 := CASE WHEN widely THEN 200000 ELSE 30000 END;
  most_read constant float8 := CASE WHEN widely THEN 200000 ELSE 2000 END;
  found float8 := 0;
  part record;
  chosen tsquery;
BEGIN
  FOR part IN
    WITH single AS (SELECT w AS query, g AS guessed, at FROM unnest(words, guesses) WITH ORDINALITY AS s(w, g, at))
    SELECT query, guessed FROM single
    UNION ALL
    -- That two words are in one asset is guessed as if they did not know of each other; they do, so it is more.
    SELECT a.query && b.query, 3 * a.guessed * b.guessed / total FROM single a JOIN single b ON a.at < b.at
     WHERE a.guessed > most_read AND b.guessed > most_read AND NOT widely
    ORDER BY guessed
  LOOP
    found := found + part.guessed;
    EXIT WHEN chosen IS NOT NULL AND (found > most_found OR found * share > most_read);
    chosen := coalesce(chosen || part.query, part.query);
  END LOOP;
  RETURN chosen;
END $$;

-- Those that are nearest in meaning, where the database has pgvector and the service an embedding. In a small space each is
-- compared; in a large one the index is asked, which knows no spaces: so it is asked for more.
CREATE FUNCTION quarry.nearest(which uuid, meaning text, made_by text, most int) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET search_path = '' AS $$
DECLARE
  place text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector');
  most_compared constant int := 10000;
  exactly text := '';
  near uuid[];
BEGIN
  IF place IS NULL OR meaning IS NULL OR to_regclass('quarry.meanings') IS NULL THEN RETURN '{}'; END IF;
  IF (SELECT p.assets <= most_compared FROM quarry.progress p WHERE p.space = which) THEN
    exactly := ' + 0';
  ELSE
    PERFORM set_config('hnsw.ef_search', '400', true);
    -- From 0.8 on it goes on until enough of this space are found.
    IF (SELECT string_to_array(e.extversion, '.')::int[] >= '{0,8}' FROM pg_extension e WHERE e.extname = 'vector') THEN
      PERFORM set_config('hnsw.iterative_scan', 'relaxed_order', true);
    END IF;
  END IF;
  EXECUTE format('SELECT ARRAY(SELECT m.asset FROM quarry.meanings m WHERE m.space = $1 AND m.made_by = $3
                    ORDER BY (m.meaning OPERATOR(%1$I.<=>) $2::%1$I.vector)%2$s LIMIT $4)', place, exactly)
    INTO near USING which, meaning, made_by, most;
  RETURN near;
END $$;

-- What may be meant by a question, the likeliest by PostgreSQL's own means first: how much of its words an asset holds, how
-- often, how near it is, and how like its name. The owner's, for under row-level security no index of words is used: what a caller asks
-- may then be looked at only after the policy has let the row through. So the first thing asked is the right.
CREATE FUNCTION quarry.candidates(which uuid, question text, words jsonb, meaning text, made_by text)
RETURNS TABLE (id uuid, score float8)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = '' SET plan_cache_mode = 'force_custom_plan' AS $$
DECLARE
  most_by_words int := 120;
  most_by_name constant int := 50;
  most_by_meaning int := 100;
  -- A guess may be wrong: more than this is never read, and of a space of large assets as many as take so many bytes.
  most_read int := 2000;
  most_bytes constant float8 := 32 * 1024 * 1024;
  enough constant int := 20;
  widely boolean;
  total float8;
  held bigint;
  usual float8;
  queries tsquery[];
  guesses float8[];
  weights float8[];
  any_of tsquery;
  ids uuid[] := '{}';
  scores float8[] := '{}';
  alike uuid[] := '{}';
  near uuid[];
  place text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  IF quarry.reach(which) IS NULL THEN RETURN; END IF;
  SELECT p.assets, greatest(1, p.bytes / greatest(1, p.assets)) INTO held, usual FROM quarry.progress p WHERE p.space = which;
  most_read := least(most_read, greatest(200, most_bytes / usual));
  most_by_words := least(most_by_words, greatest(50, most_bytes / usual));
  most_by_meaning := least(most_by_meaning, greatest(25, most_bytes / usual));
  total := greatest(held, (SELECT c.reltuples FROM pg_class c WHERE c.oid = 'quarry.assets'::regclass), 1);
  SELECT array_agg(w.word ORDER BY w.guessed), array_agg(w.guessed ORDER BY w.guessed), array_agg(w.weight ORDER BY w.guessed)
    INTO queries, guesses, weights FROM quarry.weighed(words, total) w;
  IF queries IS NOT NULL THEN
    -- What was guessed may be wrong, most of all of two words that are never together.
    FOREACH widely IN ARRAY ARRAY[false, true] LOOP
      any_of := quarry.looked_up(queries, guesses, total, held / total, widely);
      SELECT ids || array_agg(f.id), scores || array_agg(f.score) INTO ids, scores FROM (
        SELECT a.id, (SELECT sum(w.weight) FROM unnest(queries, weights) AS w(query, weight) WHERE a.words @@ w.query) / 10
                     + ts_rank(a.words, any_of, 1) AS score
          -- Put together with nothing, so that a long one is unpacked once and not for each word.
          FROM (SELECT b.id, b.words || ''::tsvector AS words FROM quarry.assets b
                 WHERE b.space = which AND b.words @@ any_of AND b.id <> ALL (ids) LIMIT most_read) a
         ORDER BY score DESC, a.id LIMIT most_by_words - cardinality(ids)) f;
      EXIT WHEN cardinality(ids) >= enough;
    END LOOP;
  END IF;
  near := quarry.nearest(which, meaning, made_by, most_by_meaning);
  -- Where words find enough, likeness of names adds little; and among a million names it took eleven seconds.
  IF place IS NOT NULL AND cardinality(ids) < enough AND held <= 100000 THEN
    -- Two letters that changed places in a name of ten leave half of its trigrams.
    PERFORM set_config('pg_trgm.word_similarity_threshold', '0.45', true);
    EXECUTE format('SELECT ARRAY(SELECT a.id FROM quarry.assets a WHERE a.space = $1 AND NOT a.deleted AND (a.fields->>''name'') OPERATOR(%I.%%>) $2 LIMIT $3)', place)
      INTO alike USING which, question, most_by_name;
    RETURN QUERY EXECUTE format(
      'SELECT a.id, coalesce(f.score, 0) + coalesce(1.0 / n.place, 0) + %I.word_similarity($2, coalesce(a.fields->>''name'', '''')) AS score
         FROM quarry.assets a LEFT JOIN unnest($1, $3) AS f(id, score) ON f.id = a.id LEFT JOIN unnest($5) WITH ORDINALITY AS n(id, place) ON n.id = a.id
        WHERE a.id = ANY ($1 || $4 || $5) AND a.space = $6 AND NOT a.deleted ORDER BY score DESC, a.id', place)
      USING ids, question, scores, alike, near, which;
  ELSE
    RETURN QUERY SELECT a.id, coalesce(f.score, 0) + coalesce(1.0 / n.place, 0) AS score
        FROM quarry.assets a LEFT JOIN unnest(ids, scores) AS f(id, score) ON f.id = a.id LEFT JOIN unnest(near) WITH ORDINALITY AS n(id, place) ON n.id = a.id
       WHERE a.id = ANY (ids || near) AND a.space = which AND NOT a.deleted ORDER BY 2 DESC, a.id;
  END IF;
END $$;

REVOKE ALL ON FUNCTION quarry.guess(tsquery), quarry.weighed(jsonb, float8), quarry.looked_up(tsquery[], float8[], float8, float8, boolean),
  quarry.nearest(uuid, text, text, int), quarry.candidates(uuid, text, jsonb, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION quarry.candidates(uuid, text, jsonb, text, text) TO quarry_service;
