CREATE TABLE "deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"recipe" jsonb NOT NULL,
	"licence_id" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"total" integer NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery_files" (
	"id" text PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"position" integer NOT NULL,
	"track_id" text NOT NULL,
	"package_id" text NOT NULL,
	"track_name" text NOT NULL,
	"package_title" text NOT NULL,
	"content_hash" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"name" text NOT NULL,
	"result_id" text,
	"is_original" boolean DEFAULT false NOT NULL,
	"head" "bytea",
	"body_start" bigint,
	"body_size" bigint,
	"size" bigint,
	"crc32" bigint,
	"sha256" text,
	"duration_ms" integer,
	"loudness_lufs" real,
	"true_peak_db" real,
	"notes" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_recipes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"recipe" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_results" (
	"id" text PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"size" bigint NOT NULL,
	"type" text NOT NULL,
	"body_start" integer NOT NULL,
	"base" "bytea" NOT NULL,
	"facts" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD CONSTRAINT "delivery_files_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_files" ADD CONSTRAINT "delivery_files_result_id_delivery_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."delivery_results"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_recipes" ADD CONSTRAINT "delivery_recipes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_user" ON "deliveries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_created" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "delivery_files_delivery" ON "delivery_files" USING btree ("delivery_id","position");--> statement-breakpoint
CREATE INDEX "delivery_files_result" ON "delivery_files" USING btree ("result_id");--> statement-breakpoint
CREATE INDEX "delivery_files_sha" ON "delivery_files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "delivery_results_used" ON "delivery_results" USING btree ("used_at","id");--> statement-breakpoint
CREATE INDEX "delivery_results_key" ON "delivery_results" USING btree ("storage_key");