ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_txn_id_payment_intents_txn_id_fk" FOREIGN KEY ("txn_id") REFERENCES "public"."payment_intents"("txn_id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "shop_orders" VALIDATE CONSTRAINT "shop_orders_txn_id_payment_intents_txn_id_fk";
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoice_kind" CHECK ("invoices"."kind" in ('invoice', 'supplement', 'credit_note')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoice_kind";
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoice_total" CHECK ("invoices"."total_paise" = "invoices"."amount_paise" + "invoices"."cgst_paise" + "invoices"."sgst_paise" + "invoices"."igst_paise") NOT VALID;
--> statement-breakpoint
ALTER TABLE "invoices" VALIDATE CONSTRAINT "invoice_total";
--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_state" CHECK ("payment_intents"."state" in ('pending', 'completed', 'failed', 'expired', 'mismatch', 'unwanted')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "payment_intents" VALIDATE CONSTRAINT "payment_state";
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_state" CHECK ("refunds"."state" in ('pending', 'completed', 'failed')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refund_state";
--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD CONSTRAINT "session_state" CHECK ("charging_sessions"."state" in ('held', 'sent', 'accepted', 'charging', 'suspended', 'stopping', 'completed', 'failed')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "charging_sessions" VALIDATE CONSTRAINT "session_state";
--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "order_state" CHECK ("shop_orders"."state" in ('awaiting_payment', 'paid', 'dispatched', 'delivered', 'released', 'cancelled')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "shop_orders" VALIDATE CONSTRAINT "order_state";
--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "hold_state" CHECK ("holds"."state" in ('held', 'captured', 'released')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "holds" VALIDATE CONSTRAINT "hold_state";
--> statement-breakpoint
-- Rows of these change all the time: with room in their page a change touches no index.
ALTER TABLE "charging_sessions" SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "connectors" SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "ledger_accounts" SET (fillfactor = 70);
--> statement-breakpoint
-- Nor are they emptied.
create trigger not_emptied before truncate on ledger_transfers for each statement execute function refuse_change();
--> statement-breakpoint
create trigger not_emptied before truncate on ledger_entries for each statement execute function refuse_change();
--> statement-breakpoint
create trigger not_emptied before truncate on invoices for each statement execute function refuse_change();
--> statement-breakpoint
-- The entries of a transfer are written by one statement, and what does not sum to zero is not written.
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from added group by transfer_id having sum(amount_paise) <> 0) then
    raise exception 'the entries of a transfer do not sum to zero' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger balanced after insert on ledger_entries referencing new table as added for each statement execute function refuse_unbalanced();
