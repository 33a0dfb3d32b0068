-- Before the first migration, and again before each: what ran, and the role that is given rights. Roles are the whole
-- cluster's: two that migrate two of its databases at once may meet here.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'quarry_service') THEN
    CREATE ROLE quarry_service NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- somebody else has just made it
END $$;
CREATE SCHEMA IF NOT EXISTS quarry;
CREATE TABLE IF NOT EXISTS quarry.migrations (
  number int PRIMARY KEY,
  name text NOT NULL,
  hash text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
