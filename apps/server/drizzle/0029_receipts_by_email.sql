CREATE TABLE "receipt_settings" (
	"driver_id" bigint PRIMARY KEY NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"language" text NOT NULL,
	"link_to" text DEFAULT '' NOT NULL,
	"link_sent_at" timestamp with time zone,
	"links" integer DEFAULT 0 NOT NULL,
	"links_since" timestamp with time zone,
	"confirmed_email" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"booking_id" text PRIMARY KEY NOT NULL,
	"driver_id" bigint NOT NULL,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "receipt_settings" ADD CONSTRAINT "receipt_settings_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipts_driver" ON "receipts" USING btree ("driver_id");--> statement-breakpoint
CREATE INDEX "receipts_due" ON "receipts" USING btree ("due_at") WHERE "receipts"."due_at" is not null;