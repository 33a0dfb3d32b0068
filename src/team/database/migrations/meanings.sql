-- After the migrations where pgvector may be made: of each asset where it stands among meanings, as the service's embedding
-- has it. All of it can be made again, so a table of another width is thrown away: an embedding of another width comes with
-- a migration, so that older copies have stopped. $WIDTH is put in by migrate.
DO $$
DECLARE
  place text;
  found text := (SELECT default_version FROM pg_available_extensions WHERE name = 'vector');
BEGIN
  -- Older ones have no index that is quick among a million.
  IF found IS NOT NULL AND string_to_array(found, '.')::int[] >= '{0,5}' THEN
    CREATE EXTENSION IF NOT EXISTS vector SCHEMA quarry;
  END IF;
  SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector';
  IF place IS NULL THEN RETURN; END IF;
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('quarry.meanings') AND attname = 'meaning' AND atttypmod <> $WIDTH) THEN
    DROP TABLE quarry.meanings;
  END IF;
  IF to_regclass('quarry.meanings') IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE quarry.meanings (
    asset uuid PRIMARY KEY REFERENCES quarry.assets ON DELETE CASCADE,
    space uuid NOT NULL,
    -- Of the asset when it was read for this, and which embedding read it: those of two are not to be compared.
    version int NOT NULL,
    made_by text NOT NULL,
    meaning %I.vector($WIDTH) NOT NULL)', place);
  CREATE INDEX meanings_space ON quarry.meanings (space);
  ALTER TABLE quarry.meanings ENABLE ROW LEVEL SECURITY;
  ALTER TABLE quarry.meanings FORCE ROW LEVEL SECURITY;
  CREATE POLICY owner ON quarry.meanings TO CURRENT_USER USING (true) WITH CHECK (true);
  CREATE POLICY readers ON quarry.meanings FOR SELECT TO quarry_service USING (space IN (SELECT quarry.readable()));
  -- Of an asset of that space, and of no other.
  CREATE POLICY writers_new ON quarry.meanings FOR INSERT TO quarry_service WITH CHECK (
    quarry.reach(space) >= 'write' AND EXISTS (SELECT FROM quarry.assets a WHERE a.id = meanings.asset AND a.space = meanings.space));
  CREATE POLICY writers ON quarry.meanings FOR UPDATE TO quarry_service
    USING (quarry.reach(space) >= 'write') WITH CHECK (quarry.reach(space) >= 'write');
  CREATE POLICY writers_gone ON quarry.meanings FOR DELETE TO quarry_service USING (quarry.reach(space) >= 'write');
  GRANT SELECT, INSERT, UPDATE (version, made_by, meaning), DELETE ON quarry.meanings TO quarry_service;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO quarry_service', place);
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'pgvector may not be made by this user; search does without';
END $$;
