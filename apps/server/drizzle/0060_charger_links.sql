CREATE TABLE "charger_links" (
	"charger_id" text PRIMARY KEY NOT NULL,
	"node_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"connected_at" timestamp with time zone,
	CONSTRAINT "charger_links_epoch" CHECK ("charger_links"."epoch" > 0)
);
--> statement-breakpoint
CREATE INDEX "charger_links_by_node" ON "charger_links" USING btree ("node_id");