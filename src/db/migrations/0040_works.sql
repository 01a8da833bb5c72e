ALTER TABLE "packages" ADD COLUMN "authors" text;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "publisher" text;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "isrc" text;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "iswc" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "authors" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "publisher" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "isrc" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "iswc" text;