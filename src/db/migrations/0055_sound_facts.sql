ALTER TABLE "tracks" ADD COLUMN "codec" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "channels" smallint;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "sample_rate" integer;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "is_vbr" boolean;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "has_joints" boolean;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "carried" jsonb;