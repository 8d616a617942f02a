// Makes the harness refuse to start servers (processes.ts).
process.env.FLEETGRAPH_TEST_TIER = 'unit';
