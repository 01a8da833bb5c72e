CREATE TABLE "account_links" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"era" integer NOT NULL,
	"new_email" text,
	"password_hash" text,
	"display_name" text,
	"browser" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "link_era" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_user" ON "account_links" USING btree ("user_id");--> statement-breakpoint
-- The one place that ends links by mail: whoever writes what they rest on, the account's era counts up with it.
CREATE FUNCTION user_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  NEW.link_era := OLD.link_era + 1;
  RETURN NEW;
END
$fn$;
--> statement-breakpoint
CREATE FUNCTION account_changed() RETURNS trigger LANGUAGE plpgsql AS $fn$
BEGIN
  UPDATE users SET link_era = link_era + 1 WHERE id = NEW.user_id;
  RETURN NULL;
END
$fn$;
--> statement-breakpoint
CREATE TRIGGER users_end_links BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((OLD.email, OLD.email_verified) IS DISTINCT FROM (NEW.email, NEW.email_verified))
  EXECUTE FUNCTION user_changed();
--> statement-breakpoint
CREATE TRIGGER passwords_made_end_links AFTER INSERT ON accounts FOR EACH ROW
  WHEN (NEW.password IS NOT NULL) EXECUTE FUNCTION account_changed();
--> statement-breakpoint
CREATE TRIGGER passwords_end_links AFTER UPDATE ON accounts FOR EACH ROW
  WHEN (OLD.password IS DISTINCT FROM NEW.password) EXECUTE FUNCTION account_changed();
--> statement-breakpoint
CREATE TRIGGER roles_end_links AFTER UPDATE ON profiles FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION account_changed();
--> statement-breakpoint
CREATE TRIGGER revoked_at_once_end_links AFTER INSERT ON subscriptions FOR EACH ROW
  WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION account_changed();
--> statement-breakpoint
CREATE TRIGGER revoked_end_links AFTER UPDATE ON subscriptions FOR EACH ROW
  WHEN (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)
  EXECUTE FUNCTION account_changed();
