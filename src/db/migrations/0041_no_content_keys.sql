DROP INDEX "licences_content";--> statement-breakpoint
ALTER TABLE "licences" DROP COLUMN "content_key";