-- The same rules, each with one constant. PostgreSQL reads a CHECK anew for each statement, and a list of texts takes longer.
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "account_kind";
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "account_kind" CHECK ("ledger_accounts"."kind" = any('{wallet,held,gateway:phonepe,gateway:razorpay,gateway:payu,revenue,cgst,sgst,igst,overrun,refunds,given_up}')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "ledger_accounts" VALIDATE CONSTRAINT "account_kind";
--> statement-breakpoint
ALTER TABLE "ledger_transfers" DROP CONSTRAINT "transfer_kind";
--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "transfer_kind" CHECK ("ledger_transfers"."kind" = any('{top_up,hold,capture,overrun,release,refund,adjustment,given_up,sale}')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "ledger_transfers" VALIDATE CONSTRAINT "transfer_kind";
--> statement-breakpoint
ALTER TABLE "holds" DROP CONSTRAINT "hold_state";
--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "hold_state" CHECK ("holds"."state" = any('{held,captured,released}')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "holds" VALIDATE CONSTRAINT "hold_state";
--> statement-breakpoint
-- Each hold changes once. With room in its page that touches no index.
ALTER TABLE "holds" SET (fillfactor = 70);
