CREATE TABLE "simulated_customers" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
INSERT INTO "simulated_customers"
SELECT customer_id, jsonb_build_object(
  'checkouts', coalesce((
    SELECT jsonb_agg(jsonb_build_object(
      'id', id, 'priceId', price_id, 'status', status, 'successUrl', success_url, 'cancelUrl', cancel_url, 'turn', turn
    ) ORDER BY created_at DESC, id DESC)
    FROM simulated_checkouts c WHERE c.customer_id = customers.customer_id), '[]'),
  'subscriptions', coalesce((
    SELECT jsonb_agg(jsonb_build_object(
      'id', id, 'priceId', price_id, 'status', status, 'currentPeriodEnd', current_period_end,
      'cancelAtPeriodEnd', cancel_at_period_end, 'paymentPending', payment_pending, 'lastPaymentAt', last_payment_at,
      'createdAt', created_at, 'endedAt', ended_at
    ) ORDER BY created_at DESC, id DESC)
    FROM simulated_subscriptions s WHERE s.customer_id = customers.customer_id), '[]'),
  'payments', coalesce((
    SELECT jsonb_agg(jsonb_build_object(
      'id', id, 'subscriptionId', subscription_id, 'priceId', price_id, 'status', status, 'amountCents', amount_cents,
      'priceCents', amount_cents, 'refundedCents', refunded_cents, 'periodStart', period_start, 'periodEnd', period_end,
      'createdAt', created_at, 'paidAt', paid_at, 'failedAt', failed_at, 'refundedAt', refunded_at, 'payUrl', null
    ) ORDER BY created_at DESC, id DESC)
    FROM simulated_invoices i WHERE i.customer_id = customers.customer_id), '[]')
)
FROM (
  SELECT customer_id FROM simulated_checkouts UNION SELECT customer_id FROM simulated_subscriptions
) customers;
--> statement-breakpoint
CREATE INDEX "simulated_customers_state" ON "simulated_customers" USING gin ("state" jsonb_path_ops);--> statement-breakpoint
DROP TABLE "simulated_checkouts" CASCADE;--> statement-breakpoint
DROP TABLE "simulated_invoices" CASCADE;--> statement-breakpoint
DROP TABLE "simulated_subscriptions" CASCADE;
