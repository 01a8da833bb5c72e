CREATE TABLE "import_files" (
	"id" text PRIMARY KEY NOT NULL,
	"import_id" text NOT NULL,
	"package_id" text NOT NULL,
	"drive_file_id" text NOT NULL,
	"resource_key" text,
	"name" text NOT NULL,
	"order_index" integer DEFAULT 0 NOT NULL,
	"size" bigint,
	"md5" text,
	"mime" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"reason" text,
	"track_id" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"drive_folder_id" text NOT NULL,
	"resource_key" text,
	"folder_name" text,
	"package_id" text,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'scanning' NOT NULL,
	"reason" text,
	"wait_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"user_id" text,
	"provider_subscription_id" text,
	"plan_type" text,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"refunded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"user_id" text,
	"plan_type" text,
	"status" text NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "is_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "drive_folder_id" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "drive_md5" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "preview_key" text;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "preview_size" bigint;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_subscriptions" ADD CONSTRAINT "provider_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "import_files_once" ON "import_files" USING btree ("import_id","package_id","drive_file_id");--> statement-breakpoint
CREATE INDEX "import_files_state" ON "import_files" USING btree ("import_id","status");--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "imports_folder" ON "imports" USING btree ("drive_folder_id");--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "provider_subscriptions_user" ON "provider_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "packages_drive_folder" ON "packages" USING btree ("drive_folder_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "tracks_content" ON "tracks" USING btree ("content_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "tracks_drive_file" ON "tracks" USING btree ("package_id","drive_file_id");