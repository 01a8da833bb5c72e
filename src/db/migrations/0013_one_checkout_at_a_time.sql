ALTER TABLE "payment_customers" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD COLUMN "checkout_turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD COLUMN "checkout_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "price_cents" integer;--> statement-breakpoint
ALTER TABLE "simulated_checkouts" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;