ALTER TABLE "order_messages" ADD COLUMN "amount_paise" bigint;--> statement-breakpoint
CREATE INDEX "invoices_reference" ON "invoices" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "order_messages_order" ON "order_messages" USING btree ("order_id");