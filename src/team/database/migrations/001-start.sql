-- All that a team shares. Made by the owner of the database; served by a role that owns nothing (quarry_service).
--
-- Which token was shown is told once in each transaction, by quarry.enter(). Every table has row-level security, forced: what the
-- service forgets to check leaks nothing, for the rows are not there for it. What must run before anybody is known, or
-- must see more than its caller does, is a function of the owner's that does one narrow thing.

CREATE TYPE quarry.role AS ENUM ('read', 'write', 'admin');
CREATE TYPE quarry.visibility AS ENUM ('members', 'public');

-- People ------------------------------------------------------------------------------------------------------------

CREATE TABLE quarry.people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text,
  created timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- An address is one person's at a time. Companies hand addresses on: the issuer's latest word counts.
CREATE UNIQUE INDEX people_email ON quarry.people (lower(email));

-- How the issuer of the team knows a person. Of an address alone nobody is known.
CREATE TABLE quarry.identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  person uuid NOT NULL REFERENCES quarry.people,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_person ON quarry.identities (person);

CREATE TABLE quarry.tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person uuid NOT NULL REFERENCES quarry.people,
  -- SHA-256 of the token, which has 256 random bits: nothing to guess, so nothing to slow down.
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  name text NOT NULL,
  scope quarry.role NOT NULL,
  created timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires timestamptz NOT NULL,
  revoked timestamptz,
  -- To ten minutes: a write at each request would cost more than the request.
  last_used timestamptz
);
CREATE INDEX tokens_person ON quarry.tokens (person);

-- Spaces ------------------------------------------------------------------------------------------------------------

CREATE TABLE quarry.spaces (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  visibility quarry.visibility NOT NULL,
  created timestamptz NOT NULL DEFAULT clock_timestamp(),
  created_by uuid NOT NULL REFERENCES quarry.people,
  -- From then on it is not there for anybody; its rows go a little at a time (quarry.sweep).
  deleted timestamptz
);
CREATE INDEX spaces_public ON quarry.spaces (id) WHERE visibility = 'public' AND deleted IS NULL;
CREATE INDEX spaces_deleted ON quarry.spaces (deleted) WHERE deleted IS NOT NULL;

-- How far a space has got. Beside the space, for writers change it and only admins the space. Whoever changes assets
-- holds its row until commit: so sequences have no gap and are seen in their order.
CREATE TABLE quarry.progress (
  space uuid PRIMARY KEY REFERENCES quarry.spaces,
  last bigint NOT NULL DEFAULT 0,
  assets bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE quarry.members (
  space uuid NOT NULL REFERENCES quarry.spaces,
  person uuid NOT NULL REFERENCES quarry.people,
  -- None: was a member once. Their name still stands beside what they wrote.
  role quarry.role,
  PRIMARY KEY (space, person)
);
CREATE INDEX members_person ON quarry.members (person) WHERE role IS NOT NULL;
CREATE INDEX members_ever ON quarry.members (person);

-- Assets ------------------------------------------------------------------------------------------------------------

-- Split at the capitals as well, for nobody types a whole name of code. Bounded, because a tsvector is (1 MiB).
CREATE FUNCTION quarry.words(fields jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = '' AS $$
  SELECT setweight(to_tsvector('simple', quarry_name || ' ' ||
           regexp_replace(quarry_name, '([a-z0-9])([A-Z])', '\1 \2', 'g')), 'A')
      || setweight(jsonb_to_tsvector('simple', coalesce(fields->'tags', '[]'), '["string"]'), 'B')
      || setweight(to_tsvector('simple', left(coalesce(fields->>'description', ''), 20000)), 'C')
      || to_tsvector('simple', quarry_text || ' ' ||
           regexp_replace(quarry_text, '([a-z0-9])([A-Z])', '\1 \2', 'g'))
    FROM (SELECT left(coalesce(fields->>'name', ''), 1000), left(coalesce(fields->>'text', ''), 50000))
      AS parts(quarry_name, quarry_text)
$$;

CREATE TABLE quarry.assets (
  id uuid PRIMARY KEY,
  space uuid NOT NULL REFERENCES quarry.spaces,
  version int NOT NULL,
  sequence bigint NOT NULL,
  -- Kept below a tombstone too: a change that comes after a deletion brings the asset back whole.
  fields jsonb NOT NULL,
  -- Of each field: the version that wrote it last, and who that was. {"name": {"version": 3, "by": "..."}}
  versions jsonb NOT NULL,
  deleted boolean NOT NULL DEFAULT false,
  bytes int NOT NULL,
  created timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES quarry.people,
  changed timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES quarry.people,
  words tsvector GENERATED ALWAYS AS (CASE WHEN deleted THEN NULL ELSE quarry.words(fields) END) STORED
);
CREATE UNIQUE INDEX assets_sequence ON quarry.assets (space, sequence);
CREATE INDEX assets_words ON quarry.assets USING gin (words);

CREATE TABLE quarry.history (
  space uuid NOT NULL REFERENCES quarry.spaces,
  asset uuid NOT NULL,
  version int NOT NULL,
  sequence bigint NOT NULL,
  at timestamptz NOT NULL,
  by uuid NOT NULL REFERENCES quarry.people,
  fields jsonb,
  deleted boolean NOT NULL DEFAULT false,
  -- What stood in the fields that its author overwrote without having seen it.
  overwrote jsonb,
  PRIMARY KEY (asset, version)
);
CREATE UNIQUE INDEX history_sequence ON quarry.history (space, sequence);

-- What each change was answered, by its author's key: sent again it is answered so again and not done again.
CREATE TABLE quarry.answered (
  person uuid NOT NULL REFERENCES quarry.people,
  key uuid NOT NULL,
  space uuid NOT NULL REFERENCES quarry.spaces,
  asset uuid NOT NULL,
  answer jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (person, key)
);
CREATE INDEX answered_at ON quarry.answered (at);
CREATE INDEX answered_space ON quarry.answered (space);

-- Only grows. No foreign keys: it outlives what it tells of.
CREATE TABLE quarry.audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  by uuid,
  action text NOT NULL,
  space uuid,
  subject text
);
CREATE INDEX audit_space ON quarry.audit (space, id);

-- Who calls ---------------------------------------------------------------------------------------------------------

-- The token shown, not a name: who speaks SQL as the service's user is nobody without somebody's token.
CREATE FUNCTION quarry.shown() RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.decode(nullif(pg_catalog.current_setting('quarry.token', true), ''), 'hex')
$$;

CREATE FUNCTION quarry.person() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT t.person FROM quarry.tokens t WHERE t.hash = quarry.shown() AND t.revoked IS NULL AND t.expires > now()
$$;

CREATE FUNCTION quarry.scope() RETURNS quarry.role LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT t.scope FROM quarry.tokens t WHERE t.hash = quarry.shown() AND t.revoked IS NULL AND t.expires > now()
$$;

-- What the caller may do in a space with the token at hand. Null: it is not there for them.
CREATE FUNCTION quarry.reach(which uuid) RETURNS quarry.role LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  given quarry.role;
BEGIN
  SELECT CASE WHEN r.given < t.scope THEN r.given ELSE t.scope END INTO given
    FROM quarry.tokens t
    JOIN quarry.spaces s ON s.id = which AND s.deleted IS NULL
    LEFT JOIN quarry.members m ON m.space = s.id AND m.person = t.person
   CROSS JOIN LATERAL (SELECT coalesce(m.role, CASE s.visibility WHEN 'public' THEN 'read'::quarry.role END) AS given) r
   WHERE t.hash = quarry.shown() AND t.revoked IS NULL AND t.expires > now() AND r.given IS NOT NULL;
  RETURN given;
END $$;

-- For lists, so that not every space there is must be asked about.
CREATE FUNCTION quarry.readable() RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER ROWS 50 SET search_path = '' AS $$
  SELECT m.space FROM quarry.members m JOIN quarry.spaces s ON s.id = m.space
   WHERE m.person = quarry.person() AND m.role IS NOT NULL AND s.deleted IS NULL AND quarry.scope() IS NOT NULL
  UNION
  SELECT s.id FROM quarry.spaces s
   WHERE s.visibility = 'public' AND s.deleted IS NULL AND quarry.person() IS NOT NULL AND quarry.scope() IS NOT NULL
$$;

-- Whether the caller may know of a person: those who are or were in a space that they read.
CREATE FUNCTION quarry.knows(other uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  RETURN other = quarry.person()
      OR EXISTS (SELECT FROM quarry.members m WHERE m.person = other AND quarry.reach(m.space) IS NOT NULL);
END $$;

-- Opens a transaction of the service: finds whose token this is and says so for the rest of it. No row: nobody's.
CREATE FUNCTION quarry.enter(given bytea) RETURNS TABLE (token uuid, person uuid, scope quarry.role, expires timestamptz, migration int)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  shown quarry.tokens;
BEGIN
  PERFORM set_config('quarry.token', '', true);
  SELECT * INTO shown FROM quarry.tokens t
   WHERE t.hash = given AND t.revoked IS NULL AND t.expires > clock_timestamp();
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM set_config('quarry.token', encode(given, 'hex'), true);
  IF current_setting('transaction_read_only') = 'off'
     AND coalesce(shown.last_used < clock_timestamp() - interval '10 minutes', true) THEN
    -- One of those that come at once writes it, the others do not wait.
    UPDATE quarry.tokens t SET last_used = clock_timestamp()
     WHERE t.id = (SELECT u.id FROM quarry.tokens u WHERE u.id = shown.id FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN QUERY SELECT shown.id, shown.person, shown.scope, shown.expires, (SELECT max(m.number) FROM quarry.migrations m);
END $$;

-- Only for somebody whom the issuer has named. An invitation waits under an address: it is taken up by whoever the
-- issuer says that address belongs to, and only while nobody has.
CREATE FUNCTION quarry.sign_in(by_issuer text, by_subject text, given_name text, verified_email text,
                               token_hash bytea, token_name text, days int)
RETURNS timestamptz LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  who uuid;
  ends timestamptz := clock_timestamp() + make_interval(days => days);
BEGIN
  -- Two windows of a person that sign in at once for the first time shall not become two people.
  PERFORM pg_advisory_xact_lock(hashtextextended(by_issuer || ' ' || by_subject, 0));
  SELECT i.person INTO who FROM quarry.identities i WHERE i.issuer = by_issuer AND i.subject = by_subject;
  IF who IS NULL AND verified_email IS NOT NULL THEN
    SELECT p.id INTO who FROM quarry.people p
     WHERE lower(p.email) = lower(verified_email)
       AND NOT EXISTS (SELECT FROM quarry.identities i WHERE i.person = p.id)
       FOR UPDATE;
  END IF;
  -- Known, and invited under an address that has become theirs: what waits there is theirs too.
  INSERT INTO quarry.members AS m (space, person, role)
    SELECT w.space, who, w.role FROM quarry.members w JOIN quarry.people p ON p.id = w.person
     WHERE lower(p.email) = lower(verified_email) AND p.id <> who AND w.role IS NOT NULL
       AND NOT EXISTS (SELECT FROM quarry.identities i WHERE i.person = p.id)
    ON CONFLICT (space, person) DO UPDATE SET role = greatest(m.role, excluded.role);
  UPDATE quarry.people p SET email = NULL
   WHERE lower(p.email) = lower(verified_email) AND p.id IS DISTINCT FROM who;
  IF who IS NULL THEN
    INSERT INTO quarry.people (name, email) VALUES (given_name, verified_email) RETURNING id INTO who;
  ELSE
    UPDATE quarry.people p SET name = given_name, email = coalesce(verified_email, p.email) WHERE p.id = who;
  END IF;
  INSERT INTO quarry.identities (issuer, subject, person) VALUES (by_issuer, by_subject, who) ON CONFLICT DO NOTHING;
  INSERT INTO quarry.audit (by, action) VALUES (who, 'sign-in');
  INSERT INTO quarry.tokens (person, hash, name, scope, expires) VALUES (who, token_hash, token_name, 'admin', ends);
  RETURN ends;
END $$;

-- Whoever makes a space is its admin.
CREATE FUNCTION quarry.make_space(given_name text, given_visibility quarry.visibility) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  made uuid;
BEGIN
  IF quarry.person() IS NULL OR quarry.scope() IS DISTINCT FROM 'admin' THEN
    RAISE insufficient_privilege USING MESSAGE = 'only a token of the scope admin makes spaces';
  END IF;
  INSERT INTO quarry.spaces (name, visibility, created_by) VALUES (given_name, given_visibility, quarry.person())
    RETURNING id INTO made;
  INSERT INTO quarry.progress (space) VALUES (made);
  INSERT INTO quarry.members (space, person, role) VALUES (made, quarry.person(), 'admin');
  RETURN made;
END $$;

-- Somebody who is not known yet waits under their address, without a name.
CREATE FUNCTION quarry.invite(which uuid, address text, given quarry.role) RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  who uuid;
BEGIN
  IF quarry.reach(which) IS DISTINCT FROM 'admin' THEN
    RAISE insufficient_privilege USING MESSAGE = 'only an admin of a space invites';
  END IF;
  SELECT p.id INTO who FROM quarry.people p WHERE lower(p.email) = lower(address);
  IF who IS NULL THEN
    INSERT INTO quarry.people (name, email) VALUES (address, address)
      ON CONFLICT (lower(email)) DO UPDATE SET email = quarry.people.email RETURNING id INTO who;
  END IF;
  INSERT INTO quarry.members (space, person, role) VALUES (which, who, given)
    ON CONFLICT (space, person) DO UPDATE SET role = excluded.role;
  RETURN who;
END $$;

-- Which of these ids other spaces hold, so that such a change is refused and not the whole batch.
CREATE FUNCTION quarry.held_elsewhere(ids uuid[], which uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT a.id FROM quarry.assets a WHERE a.id = ANY (ids) AND a.space <> which AND quarry.reach(which) IS NOT NULL
$$;

-- Candidates of a search and their rank. The owner's, for under row-level security no index of words is used: what a
-- caller asks may then be looked at only after the policy has let the row through. So the first thing asked is the right.
CREATE FUNCTION quarry.find(which uuid, question text, words text[], most int) RETURNS TABLE (id uuid, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  -- Ranking reads a candidate whole: two hundred are enough for a page of answers and take milliseconds.
  bound constant int := 200;
  word text;
  every tsquery;
  any_of tsquery;
  found uuid[] := '{}';
  alike uuid[] := '{}';
  place text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  IF quarry.reach(which) IS NULL THEN RETURN; END IF;
  FOREACH word IN ARRAY words LOOP
    every := coalesce(every && plainto_tsquery('simple', word), plainto_tsquery('simple', word));
    any_of := coalesce(any_of || plainto_tsquery('simple', word), plainto_tsquery('simple', word));
  END LOOP;
  IF any_of IS NULL THEN RETURN; END IF;
  found := ARRAY(SELECT a.id FROM quarry.assets a WHERE a.space = which AND a.words @@ every LIMIT bound);
  IF cardinality(found) < bound / 4 AND cardinality(words) > 1 THEN
    found := found || ARRAY(SELECT a.id FROM quarry.assets a WHERE a.space = which AND a.words @@ any_of LIMIT bound);
  END IF;
  IF place IS NOT NULL THEN
    -- Two letters that changed places in a name of ten leave half of its trigrams.
    PERFORM set_config('pg_trgm.word_similarity_threshold', '0.45', true);
    EXECUTE format('SELECT ARRAY(SELECT a.id FROM quarry.assets a WHERE a.space = $1 AND NOT a.deleted AND (a.fields->>''name'') OPERATOR(%I.%%>) $2 LIMIT $3)', place)
      INTO alike USING which, question, bound / 4;
    RETURN QUERY EXECUTE format(
      'SELECT a.id, ts_rank(a.words, $1, 1) + %I.word_similarity($2, coalesce(a.fields->>''name'', '''')) AS score
         FROM quarry.assets a WHERE a.id = ANY ($3) AND a.space = $4 AND NOT a.deleted ORDER BY score DESC, a.id LIMIT $5', place)
      USING any_of, question, found || alike, which, most;
  ELSE
    RETURN QUERY SELECT a.id, ts_rank(a.words, any_of, 1) AS score FROM quarry.assets a
      WHERE a.id = ANY (found) AND a.space = which AND NOT a.deleted ORDER BY score DESC, a.id LIMIT most;
  END IF;
END $$;

-- What nobody can ask for any more goes, so many rows at a time. Any copy may call it, one at a time does it.
CREATE FUNCTION quarry.sweep(most int, keep_answers interval) RETURNS int
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  gone int := 0;
  part int;
  which uuid;
BEGIN
  IF NOT pg_try_advisory_xact_lock(5219, 1) THEN RETURN 0; END IF;
  DELETE FROM quarry.answered a WHERE a.ctid = ANY (ARRAY(
    SELECT b.ctid FROM quarry.answered b WHERE b.at < clock_timestamp() - keep_answers LIMIT most));
  GET DIAGNOSTICS gone = ROW_COUNT;
  SELECT s.id INTO which FROM quarry.spaces s WHERE s.deleted IS NOT NULL ORDER BY s.deleted LIMIT 1;
  IF which IS NULL OR gone >= most THEN RETURN gone; END IF;
  DELETE FROM quarry.answered a WHERE a.ctid = ANY (ARRAY(SELECT b.ctid FROM quarry.answered b WHERE b.space = which LIMIT most - gone));
  GET DIAGNOSTICS part = ROW_COUNT; gone := gone + part;
  IF gone >= most THEN RETURN gone; END IF;
  DELETE FROM quarry.history a WHERE a.ctid = ANY (ARRAY(SELECT b.ctid FROM quarry.history b WHERE b.space = which LIMIT most - gone));
  GET DIAGNOSTICS part = ROW_COUNT; gone := gone + part;
  IF gone >= most THEN RETURN gone; END IF;
  DELETE FROM quarry.assets a WHERE a.ctid = ANY (ARRAY(SELECT b.ctid FROM quarry.assets b WHERE b.space = which LIMIT most - gone));
  GET DIAGNOSTICS part = ROW_COUNT; gone := gone + part;
  IF gone >= most THEN RETURN gone; END IF;
  DELETE FROM quarry.members m WHERE m.space = which;
  DELETE FROM quarry.progress p WHERE p.space = which;
  DELETE FROM quarry.spaces s WHERE s.id = which;
  RETURN gone + 1;
END $$;

-- What happens beside, whoever does it ---------------------------------------------------------------------------

CREATE FUNCTION quarry.tell(what text, about jsonb) RETURNS void LANGUAGE sql AS $$
  SELECT pg_catalog.pg_notify('quarry', (pg_catalog.jsonb_build_object('what', what) || about)::text)
$$;

CREATE FUNCTION quarry.progress_moved() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  PERFORM quarry.tell('changes', jsonb_build_object('space', NEW.space, 'last', NEW.last));
  RETURN NULL;
END $$;
CREATE TRIGGER moved AFTER UPDATE OF last ON quarry.progress FOR EACH ROW EXECUTE FUNCTION quarry.progress_moved();

CREATE FUNCTION quarry.space_done() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO quarry.audit (by, action, space, subject) VALUES (quarry.person(), 'space.make', NEW.id, NEW.name);
  ELSE
    IF OLD.deleted IS NULL AND NEW.deleted IS NOT NULL THEN
      INSERT INTO quarry.audit (by, action, space, subject) VALUES (quarry.person(), 'space.delete', NEW.id, NEW.name);
    END IF;
    IF OLD.name <> NEW.name THEN
      INSERT INTO quarry.audit (by, action, space, subject) VALUES (quarry.person(), 'space.name', NEW.id, NEW.name);
    END IF;
    IF OLD.visibility <> NEW.visibility THEN
      INSERT INTO quarry.audit (by, action, space, subject) VALUES (quarry.person(), 'space.visibility', NEW.id, NEW.visibility::text);
    END IF;
  END IF;
  -- Of a space that only its members see the members hear.
  IF NEW.visibility = 'public' OR (TG_OP = 'UPDATE' AND (OLD.visibility = 'public' OR NEW.deleted IS NOT NULL)) THEN
    PERFORM quarry.tell('space', jsonb_build_object('space', NEW.id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER done AFTER INSERT OR UPDATE ON quarry.spaces FOR EACH ROW EXECUTE FUNCTION quarry.space_done();

CREATE FUNCTION quarry.member_done() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.role IS NOT DISTINCT FROM NEW.role THEN RETURN NULL; END IF;
  IF NEW.role IS DISTINCT FROM 'admin' THEN
    -- Two admins that let each other go at once: the second waits here for the first.
    PERFORM FROM quarry.spaces s WHERE s.id = NEW.space FOR UPDATE;
    IF NOT EXISTS (SELECT FROM quarry.members m WHERE m.space = NEW.space AND m.role = 'admin') THEN
      RAISE SQLSTATE 'QT001' USING MESSAGE = 'the last admin stays';
    END IF;
  END IF;
  INSERT INTO quarry.audit (by, action, space, subject)
    VALUES (quarry.person(), CASE WHEN NEW.role IS NULL THEN 'member.remove' ELSE 'member.' || NEW.role::text END, NEW.space,
            (SELECT coalesce(p.email, p.name) FROM quarry.people p WHERE p.id = NEW.person));
  PERFORM quarry.tell('member', jsonb_build_object('person', NEW.person));
  RETURN NULL;
END $$;
CREATE TRIGGER done AFTER INSERT OR UPDATE ON quarry.members FOR EACH ROW EXECUTE FUNCTION quarry.member_done();

CREATE FUNCTION quarry.token_done() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO quarry.audit (by, action, subject) VALUES (coalesce(quarry.person(), NEW.person), 'token.make', NEW.name);
  ELSIF OLD.revoked IS NULL AND NEW.revoked IS NOT NULL THEN
    INSERT INTO quarry.audit (by, action, subject) VALUES (coalesce(quarry.person(), NEW.person), 'token.revoke', NEW.name);
    PERFORM quarry.tell('token', jsonb_build_object('token', NEW.id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER done AFTER INSERT OR UPDATE ON quarry.tokens FOR EACH ROW EXECUTE FUNCTION quarry.token_done();

CREATE FUNCTION quarry.asset_done() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  INSERT INTO quarry.audit (by, action, space, subject)
    VALUES (quarry.person(), CASE WHEN NEW.deleted THEN 'asset.delete' ELSE 'asset.restore' END, NEW.space,
            coalesce(left(NEW.fields->>'name', 200), NEW.id::text));
  RETURN NULL;
END $$;
CREATE TRIGGER done AFTER UPDATE OF deleted ON quarry.assets FOR EACH ROW
  WHEN (OLD.deleted IS DISTINCT FROM NEW.deleted) EXECUTE FUNCTION quarry.asset_done();

CREATE FUNCTION quarry.only_grows() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = 'the audit only grows';
END $$;
CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON quarry.audit
  FOR EACH STATEMENT EXECUTE FUNCTION quarry.only_grows();

-- Rights ------------------------------------------------------------------------------------------------------------

-- Forced, so that the owner's own functions are held to policies too: to the one that says "the owner".
DO $$
DECLARE
  which text;
BEGIN
  FOREACH which IN ARRAY ARRAY['migrations', 'people', 'identities', 'tokens', 'spaces', 'progress', 'members', 'assets',
                               'history', 'answered', 'audit'] LOOP
    EXECUTE format('ALTER TABLE quarry.%I ENABLE ROW LEVEL SECURITY', which);
    EXECUTE format('ALTER TABLE quarry.%I FORCE ROW LEVEL SECURITY', which);
    EXECUTE format('CREATE POLICY owner ON quarry.%I TO CURRENT_USER USING (true) WITH CHECK (true)', which);
  END LOOP;
END $$;

CREATE POLICY told ON quarry.migrations FOR SELECT TO quarry_service USING (true);
CREATE POLICY known ON quarry.people FOR SELECT TO quarry_service USING (quarry.knows(id));
CREATE POLICY own ON quarry.tokens FOR SELECT TO quarry_service USING (person = (SELECT quarry.person()));
CREATE POLICY made ON quarry.tokens FOR INSERT TO quarry_service
  WITH CHECK (person = (SELECT quarry.person()) AND scope <= (SELECT quarry.scope()));
-- Itself, and what can do no more than it.
CREATE POLICY revoked ON quarry.tokens FOR UPDATE TO quarry_service
  USING (person = (SELECT quarry.person()) AND scope <= (SELECT quarry.scope()));
CREATE POLICY readers ON quarry.spaces FOR SELECT TO quarry_service USING (quarry.reach(id) IS NOT NULL);
CREATE POLICY admins ON quarry.spaces FOR UPDATE TO quarry_service USING (quarry.reach(id) = 'admin');
CREATE POLICY readers ON quarry.progress FOR SELECT TO quarry_service USING (quarry.reach(space) IS NOT NULL);
CREATE POLICY writers ON quarry.progress FOR UPDATE TO quarry_service USING (quarry.reach(space) >= 'write');
CREATE POLICY readers ON quarry.members FOR SELECT TO quarry_service USING (quarry.reach(space) IS NOT NULL);
CREATE POLICY admins ON quarry.members FOR UPDATE TO quarry_service USING (quarry.reach(space) = 'admin');
-- Whoever wants to leave may.
CREATE POLICY leavers ON quarry.members FOR UPDATE TO quarry_service
  USING (person = (SELECT quarry.person()) AND (SELECT quarry.scope()) >= 'write') WITH CHECK (person = (SELECT quarry.person()) AND role IS NULL);
-- Asked once for a statement and not for each of many rows.
CREATE POLICY readers ON quarry.assets FOR SELECT TO quarry_service USING (space IN (SELECT quarry.readable()));
CREATE POLICY writers_new ON quarry.assets FOR INSERT TO quarry_service
  WITH CHECK (quarry.reach(space) >= 'write' AND created_by = (SELECT quarry.person()) AND changed_by = (SELECT quarry.person()));
CREATE POLICY writers ON quarry.assets FOR UPDATE TO quarry_service
  USING (quarry.reach(space) >= 'write') WITH CHECK (quarry.reach(space) >= 'write' AND changed_by = (SELECT quarry.person()));
CREATE POLICY readers ON quarry.history FOR SELECT TO quarry_service USING (space IN (SELECT quarry.readable()));
CREATE POLICY writers ON quarry.history FOR INSERT TO quarry_service
  WITH CHECK (quarry.reach(space) >= 'write' AND by = (SELECT quarry.person()));
CREATE POLICY own ON quarry.answered FOR SELECT TO quarry_service USING (person = (SELECT quarry.person()));
CREATE POLICY writers ON quarry.answered FOR INSERT TO quarry_service
  WITH CHECK (person = (SELECT quarry.person()) AND quarry.reach(space) >= 'write');
CREATE POLICY admins ON quarry.audit FOR SELECT TO quarry_service USING (quarry.reach(space) = 'admin');

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA quarry FROM PUBLIC;
GRANT USAGE ON SCHEMA quarry TO quarry_service;
GRANT EXECUTE ON FUNCTION quarry.shown(), quarry.person(), quarry.scope(), quarry.reach(uuid), quarry.readable(), quarry.knows(uuid),
  quarry.enter(bytea), quarry.sign_in(text, text, text, text, bytea, text, int), quarry.make_space(text, quarry.visibility),
  quarry.invite(uuid, text, quarry.role), quarry.held_elsewhere(uuid[], uuid), quarry.sweep(int, interval), quarry.words(jsonb),
  quarry.find(uuid, text, text[], int)
  TO quarry_service;
GRANT SELECT ON quarry.migrations, quarry.people, quarry.spaces, quarry.progress, quarry.members, quarry.assets,
  quarry.history, quarry.answered, quarry.audit TO quarry_service;
GRANT SELECT (id, person, name, scope, created, expires, revoked, last_used), INSERT (person, hash, name, scope, expires),
  UPDATE (revoked) ON quarry.tokens TO quarry_service;
GRANT UPDATE (name, visibility, deleted) ON quarry.spaces TO quarry_service;
GRANT UPDATE (last, assets) ON quarry.progress TO quarry_service;
GRANT UPDATE (role) ON quarry.members TO quarry_service;
GRANT INSERT (id, space, version, sequence, fields, versions, deleted, bytes, created, created_by, changed, changed_by),
  UPDATE (version, sequence, fields, versions, deleted, bytes, changed, changed_by) ON quarry.assets TO quarry_service;
GRANT INSERT ON quarry.history, quarry.answered TO quarry_service;
