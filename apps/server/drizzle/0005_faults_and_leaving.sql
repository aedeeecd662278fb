CREATE TABLE "fault_reports" (
	"reference" text PRIMARY KEY NOT NULL,
	"driver_id" bigint NOT NULL,
	"station_id" text NOT NULL,
	"charger_id" text,
	"connector" integer,
	"booking_id" text,
	"kind" text NOT NULL,
	"comment" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drivers" ALTER COLUMN "mobile" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fault_reports" ADD CONSTRAINT "fault_reports_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fault_reports" ADD CONSTRAINT "fault_reports_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fault_reports_driver" ON "fault_reports" USING btree ("driver_id","reported_at");--> statement-breakpoint
CREATE INDEX "fault_reports_station" ON "fault_reports" USING btree ("station_id","reported_at");--> statement-breakpoint
CREATE INDEX "fault_reports_newest" ON "fault_reports" USING btree ("reported_at");--> statement-breakpoint
ALTER TABLE "drivers" ADD CONSTRAINT "nameless_once_deleted" CHECK (case when "drivers"."deleted_at" is null then "drivers"."mobile" is not null
        else "drivers"."mobile" is null and "drivers"."name" = '' and "drivers"."email" = '' end);--> statement-breakpoint
create trigger append_only before update or delete on fault_reports for each row execute function refuse_change();
