# SPDX-License-Identifier: MIT
#
# CMAKE_PROJECT_app_INCLUDE of the project that README.md shows: adds the test that its program runs, and
# the strict programs, when all of its own lines are done.
enable_testing()
cmake_language(DEFER CALL add_test NAME app COMMAND app)
set(programs "${CMAKE_CURRENT_LIST_DIR}/programs.cmake")  # what is deferred is expanded elsewhere
cmake_language(DEFER CALL include "${programs}")
