-- After each run of the migrations: what PostgreSQL may have and need not. With pg_trgm a name is found by a part of it
-- or with a slip of the hand.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') THEN
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA quarry;
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'pg_trgm may not be made by this user; search does without';
END $$;
DO $$
DECLARE
  place text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  IF place IS NOT NULL THEN
    EXECUTE format('CREATE INDEX IF NOT EXISTS assets_name ON quarry.assets USING gin ((fields->>''name'') %I.gin_trgm_ops) WHERE NOT deleted', place);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO quarry_service', place);
  END IF;
END $$;
