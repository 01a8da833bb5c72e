DROP INDEX "audit_entries_created";--> statement-breakpoint
CREATE INDEX "profiles_avatar" ON "profiles" USING btree ("avatar_key") WHERE avatar_key is not null;--> statement-breakpoint
CREATE INDEX "packages_cover" ON "packages" USING btree ("cover_key");--> statement-breakpoint
CREATE INDEX "tracks_file" ON "tracks" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "tracks_preview" ON "tracks" USING btree ("preview_key") WHERE preview_key is not null;--> statement-breakpoint
CREATE INDEX "tracks_verified" ON "tracks" USING btree ("verified_at" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "stored_objects_trash" ON "stored_objects" USING btree ("trashed_at") WHERE trashed_at is not null;--> statement-breakpoint
CREATE INDEX "recording_requests_delivery" ON "recording_requests" USING btree ("delivered_key") WHERE delivered_key is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_entity" ON "audit_entries" USING btree ("entity","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("entity_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_email","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_subscription" ON "payments" USING btree ("provider_subscription_id");--> statement-breakpoint
CREATE INDEX "provider_subscriptions_customer" ON "provider_subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "audit_entries_created" ON "audit_entries" USING btree ("created_at","id");--> statement-breakpoint
-- Trigram indexes over what the list of users searches. The operator class may stand in any schema.
DO $do$
DECLARE
  home text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
BEGIN
  EXECUTE format('CREATE INDEX users_email_trigrams ON users USING gin (email %s.gin_trgm_ops)', home);
  EXECUTE format('CREATE INDEX profiles_display_name_fold ON profiles USING gin (fold(display_name) %s.gin_trgm_ops)', home);
END
$do$;
