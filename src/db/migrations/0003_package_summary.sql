ALTER TABLE "packages" ADD COLUMN "track_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "total_size" bigint;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "tracks_fold" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tracks" DROP COLUMN "name_fold";