ALTER TABLE "daily_figures" ADD COLUMN "visits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "sign_ups" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "confirmed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "first_payments" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE FUNCTION users_added() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  INSERT INTO daily_figures (day, sign_ups)
  SELECT (created_at AT TIME ZONE 'America/Sao_Paulo')::date, count(*) FROM new_rows GROUP BY 1 ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET sign_ups = daily_figures.sign_ups + excluded.sign_ups;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
CREATE TRIGGER users_counted AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION users_added();
--> statement-breakpoint
CREATE FUNCTION user_confirmed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  INSERT INTO daily_figures (day, confirmed) VALUES ((now() AT TIME ZONE 'America/Sao_Paulo')::date, 1)
  ON CONFLICT (day) DO UPDATE SET confirmed = daily_figures.confirmed + 1;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
-- The first confirmation: an address that is changed later is confirmed under the same account.
CREATE TRIGGER user_confirmation_counted AFTER UPDATE OF email_verified ON users FOR EACH ROW
WHEN (NEW.email_verified AND NOT OLD.email_verified AND NEW.email = OLD.email)
EXECUTE FUNCTION user_confirmed();
--> statement-breakpoint
-- Counted on the day on which the site learns of it: one row, so that payments settled at once wait and never lock.
CREATE FUNCTION payment_counted() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.status = 'paid' THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM payments WHERE user_id = NEW.user_id AND id <> NEW.id AND paid_at IS NOT NULL) THEN RETURN NULL; END IF;
  INSERT INTO daily_figures (day, first_payments) VALUES ((now() AT TIME ZONE 'America/Sao_Paulo')::date, 1)
  ON CONFLICT (day) DO UPDATE SET first_payments = daily_figures.first_payments + 1;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
CREATE TRIGGER first_payment_counted AFTER INSERT OR UPDATE OF status ON payments FOR EACH ROW
WHEN (NEW.status = 'paid' AND NEW.amount_cents > 0 AND NEW.user_id IS NOT NULL)
EXECUTE FUNCTION payment_counted();
