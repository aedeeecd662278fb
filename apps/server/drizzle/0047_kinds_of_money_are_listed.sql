ALTER TABLE "ledger_accounts" ADD CONSTRAINT "account_kind" CHECK ("ledger_accounts"."kind" in ('wallet', 'held', 'gateway:phonepe', 'gateway:razorpay', 'gateway:payu', 'revenue', 'cgst', 'sgst', 'igst', 'overrun', 'refunds', 'given_up')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "ledger_accounts" VALIDATE CONSTRAINT "account_kind";
--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "transfer_kind" CHECK ("ledger_transfers"."kind" in ('top_up', 'hold', 'capture', 'overrun', 'release', 'refund', 'adjustment', 'given_up', 'sale')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "ledger_transfers" VALIDATE CONSTRAINT "transfer_kind";
--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_provider" CHECK ("payment_intents"."provider" in ('razorpay', 'payu', 'phonepe')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payment_intents" VALIDATE CONSTRAINT "payment_provider";
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_provider" CHECK ("refunds"."provider" in ('razorpay', 'payu', 'phonepe')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refund_provider";
--> statement-breakpoint
ALTER TABLE "disputed_energy" ADD CONSTRAINT "dispute_cause" CHECK ("disputed_energy"."cause" in ('beyond_bound', 'suspect_meter', 'refused_start', 'late_start')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "disputed_energy" VALIDATE CONSTRAINT "dispute_cause";
--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_review_state" CHECK ("product_reviews"."state" in ('waiting', 'published', 'rejected')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "product_reviews" VALIDATE CONSTRAINT "product_review_state";
