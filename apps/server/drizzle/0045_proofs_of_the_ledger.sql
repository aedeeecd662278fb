CREATE TABLE "ledger_proofs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"proven_at" timestamp with time zone NOT NULL,
	"is_full" boolean NOT NULL,
	"checks" text NOT NULL,
	"transfer_id" bigint NOT NULL,
	"entry_id" bigint NOT NULL,
	"totals" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payment_intents_settled" ON "payment_intents" USING btree ("settled_at");--> statement-breakpoint
-- Nor is a proof ever changed.
create trigger append_only before update or delete on ledger_proofs for each row execute function refuse_change();
--> statement-breakpoint
create trigger not_emptied before truncate on ledger_proofs for each statement execute function refuse_change();
